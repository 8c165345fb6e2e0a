"""Words for messages: what was found, where, and what may have been meant."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from heapq import nsmallest
from itertools import islice
from typing import TYPE_CHECKING, Any

from .files.plain_data import DataPath, as_text, shorten

if TYPE_CHECKING:
    from ..hexgrid import HexGrid

_SINGULAR = {
    "units": "unit", "change": "change", "entries": "entry", "assets": "assets", "sides": "side",
    "nationalities": "nationality", "unit_types": "unit type", "hexsides": "hexside line", "roads": "road",
    "places": "place", "areas": "area", "labels": "label", "tables": "table", "results": "result",
    "replacements": "replacements", "phases": "phase", "options": "option", "features": "feature",
    "counter_mix": "line of the counter mix", "terrain": "terrain", "special_rules": "special rule",
    "player_aid": "line of the player aid", "remove": "entry of `remove`",
    "sources": "source", "buildings": "building", "waters": "waters",
}


_MOST_LISTED = 30
_MOST_KNOWN, _MOST_COMPARED, _MOST_SUGGESTED = 10_000, 200, 50
"""Names that a word is held against at first and then letter by letter, and words of a file for which that is
done: comparing very many words with very many names would take minutes."""


def closest(word: str, known: Iterable[str]) -> str:
    """The known word most like this one, or ""."""
    names = list(islice(known, _MOST_KNOWN))
    lower = {n.lower(): n for n in reversed(names)}
    if word.lower() in lower:
        return lower[word.lower()]
    import difflib

    start = word.lower()[:80]
    likely: Iterable[str] = lower
    if len(lower) > _MOST_COMPARED:
        letters = set(start)
        likely = nsmallest(_MOST_COMPARED, lower, key=lambda n: (
            len(letters.symmetric_difference(n[:80])) + abs(len(n) - len(start))))
    near = difflib.get_close_matches(start, likely, 1, 0.6)
    return lower[near[0]] if near else ""


def misspelt(word: str, known: Iterable[str]) -> str:
    """The known word that this one is probably a typing error for, or "": one letter more, less, changed or
    swapped.

    >>> misspelt("portgual", ["spain", "portugal"]), misspelt("slovenia", ["slovakia"])
    ('portugal', '')
    >>> misspelt("lien", ["line"])
    'line'
    """
    near = closest(word, known)
    here, there = Counter(word.lower()), Counter(near.lower())
    if not near or (here - there).total() + (there - here).total() > 2:
        return ""
    # In a short word two letters that were swapped make much of it.
    if _is_swapped(word.lower(), near.lower()):
        return near
    import difflib

    alike = difflib.SequenceMatcher(None, word.lower()[:80], near.lower()[:80]).ratio()
    return near if alike >= 0.8 else ""


def _is_swapped(word: str, other: str) -> bool:
    """Whether two words are the same but for two letters beside each other in the other order."""
    places = [i for i, (a, b) in enumerate(zip(word, other, strict=False)) if a != b]
    return len(word) == len(other) and len(places) == 2 and places[1] == places[0] + 1 and (
        word[places[0]] == other[places[1]] and word[places[1]] == other[places[0]])


_WORDS = re.compile(r"[^\W_]+")
_LETTERED = re.compile(r"[^\W\d_]{4,}")
_ROMAN = re.compile(r"[ivxlcdm]+")


def slip(word: str, known: Iterable[str]) -> str:
    """The one known name that this one is by a slip of the pen, or "": word for word the same but for a
    letter or two in a long word. Another number, ordinal or short word is another name.

    >>> slip("2nd Mechanised", ["1st Mechanized", "2nd Mechanized"]), slip("4th Armored", ["7th Armored"])
    ('2nd Mechanized', '')
    >>> slip("II Corps", ["III Corps"]), slip("B Company", ["A Company"])
    ('', '')
    """
    here = _WORDS.findall(word.lower())
    near = [name for name in islice(known, _MOST_KNOWN)
            if abs(len(name) - len(word)) <= 2 and _is_slip(here, _WORDS.findall(name.lower()))]
    return near[0] if len(near) == 1 else ""


def _is_slip(here: Sequence[str], there: Sequence[str]) -> bool:
    pairs = [(a, b) for a, b in zip(here, there, strict=False) if a != b]
    return len(here) == len(there) and len(pairs) <= 1 and all(
        _LETTERED.fullmatch(a) and _LETTERED.fullmatch(b) and misspelt(a, [b])
        and not (_ROMAN.fullmatch(a) and _ROMAN.fullmatch(b)) for a, b in pairs)


def did_you_mean(word: str, known: Sequence[str], listing: str = "Known") -> str:
    """A sentence to append to a message, with a blank before it; "" if no words are known.

    >>> did_you_mean("movment", ["movement", "name"])
    ' Did you mean `movement`?'
    >>> did_you_mean("xyz", ["movement", "name"])
    ' Known: movement, name.'
    """
    near = closest(word, known)
    if near:
        return f" Did you mean `{near}`?"
    if not known:
        return ""
    few = list(known[:30])
    return f" {listing}: {', '.join(few)}{' ...' if len(known) > len(few) else ''}."


def named(text: str, known: Sequence[tuple[str, str]], what: str, by_name: bool = False) -> str:
    """The id that a text means among pairs of id and name, whatever its capitals; ValueError if it is none,
    or the name of several. With `by_name` that proposes names too."""
    word = " ".join(text.split()).casefold()
    for id, _ in known:
        if word == id.casefold():
            return id
    meant = list(dict.fromkeys(id for id, name in known if word == " ".join(name.split()).casefold()))
    if len(meant) == 1:
        return meant[0]
    if meant:
        few = meant[:12]
        more = f" and {len(meant) - len(few)} more" if len(meant) > len(few) else ""
        raise ValueError(f"{quoted(text[:40])} is the name of several; write an id: {', '.join(few)}{more}.")
    ids = [id for id, _ in known]
    like = closest(text, [name for _, name in known]) if by_name and not closest(text, ids) else ""
    near = f" Did you mean {quoted(like)}?" if like else did_you_mean(text, ids)
    if near and not like and not closest(text, ids):
        # Ids that nobody sees elsewhere are told with their names.
        near = did_you_mean(text, [
            id if name.casefold() == id.casefold() else f"{name} ({id})" for id, name in known])
    raise ValueError(f"{quoted(text[:40])} is not {article(what)}.{near}")


class Suggestions:
    """`did_you_mean` for the words of one file. A word that comes again gets the same answer, and after very
    many different words there is no answer any more."""

    def __init__(self) -> None:
        self._said: dict[tuple[str, str], str] = {}

    def __call__(self, what: str, word: str, known: Sequence[str], listing: str = "Known") -> str:
        """A sentence to put after a message on a word that is no known name of a `what`, with a blank before
        it, or ""."""
        said = self._said.get((what, word))
        if said is None:
            if len(self._said) >= _MOST_SUGGESTED:
                return ""
            said = self._said[what, word] = did_you_mean(word, known, listing)
        return said


def as_id(name: str) -> str:
    """A name written as an id: small letters and digits, with - between words; "" if none are left.

    >>> as_id("West road"), as_id(" Blue army (2) "), as_id("***")
    ('west-road', 'blue-army-2', '')
    """
    return "-".join(re.findall("[a-z0-9_]+", name.lower()))


_VOWEL = re.compile(
    r"(?i:(?!uni|use|usual|eu|one\b)[aeiou]|hour)|8|1[18](?!\d)|[AEFHILMNORSX](?=[A-Z]*\b)[A-Z]")
"""What begins with the sound of a vowel: words, numbers, and letters that are spelt out."""


def article(noun: str) -> str:
    """A noun with the article that fits its sound.

    >>> article("hex"), article("area"), article("unit"), article("8-1")
    ('a hex', 'an area', 'a unit', 'an 8-1')
    >>> article("American glider"), article("European power"), article("MMC"), article("11th hour")
    ('an American glider', 'a European power', 'an MMC', 'an 11th hour')
    """
    return f"{'an' if _VOWEL.match(noun) else 'a'} {noun}"


def listed(words: Sequence[str]) -> str:
    """The words as a list in a sentence; of very many only the first ones.

    >>> listed(["map.yaml"]), listed(["rules.yaml", "map.yaml", "war.yaml"])
    ('map.yaml', 'rules.yaml, map.yaml and war.yaml')
    """
    if len(words) > _MOST_LISTED:
        shown = _MOST_LISTED - 1
        words = [*words[:shown], f"{len(words) - shown:,} more"]
    return fully_listed(words)


def fully_listed(words: Sequence[str]) -> str:
    """The words as a list in a sentence, however many there are: for what readers need each of."""
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


def quoted(value: object) -> str:
    """A text in quotes, cut to a readable length."""
    return f'"{shorten(str(value))}"'


def shown(value: object) -> str:
    """A value as a designer writes it, cut to a readable length."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "nothing"
    text = as_text(value)
    return shorten(text) if text is not None else value_words(value)


def value_words(value: object) -> str:
    """The type and value of some data: `the number 5`, `the text "abc"`, `a list`."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the text {quoted(value)}"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "a mapping of keys to values"
    return f"the number {shown(value)}"


def where_words(path: DataPath, data: Any, kind: str) -> str:
    """A place in a document in words: "`strength` of unit \\"1st Armored\\""."""
    if not path:
        return f"the {kind}"
    top = str(path[0])
    if len(path) == 1:
        return f"`{shorten(top)}`"
    if isinstance(path[1], int):
        entry, rest = _entry_words(top, path[1], data), path[2:]
    else:
        entry, rest = f"`{top}`", path[1:]
    if not rest:
        return entry
    keys = ".".join(str(s) if isinstance(s, str) else str(s + 1) for s in rest)
    return f"`{shorten(keys)}` of {entry}"


def _entry_words(section: str, index: int, data: Any) -> str:
    word = _SINGULAR.get(section, f"entry of `{shorten(section)}`")
    try:
        entry = data[section][index]
    except (KeyError, IndexError, TypeError):
        entry = None
    if isinstance(entry, dict):
        for key in ("name", "id", "unit", "text", "hex", "rule"):
            name = as_text(entry.get(key))
            if name:
                return f"{word} {quoted(name)}"
    return f"{word} {index + 1}"


def printable(text: str) -> str:
    """The text without what no document may hold: surrogates, and characters that control a terminal.

    >>> printable("\\x1b[31mGyőr\\x07")
    '[31mGyőr'
    """
    if text.isprintable():
        return text
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return "".join(c if c.isprintable() else " " for c in whole).strip()


# -- numbers of things in words --------------------------------------------------------------------


def count(n: int, thing: str) -> str:
    """
    >>> count(1, "hex"), count(2, "hex"), count(3, "hexside"), count(199999, "mistake")
    ('1 hex', '2 hexes', '3 hexsides', '199,999 mistakes')
    >>> count(1, "entry"), count(2, "entry"), count(2, "key")
    ('1 entry', '2 entries', '2 keys')
    """
    if n != 1 and thing.endswith("y") and thing[-2:-1] not in "aeou":
        return f"{n:,} {thing[:-1]}ies"
    ending = "" if n == 1 else "es" if thing.endswith("x") else "s"
    return f"{n:,} {thing}{ending}"


def is_plural(name: str) -> bool:
    """Whether a name is that of several, by its ending.

    >>> [is_plural(n) for n in ("Tribes of the Erg", "Allies", "Men of the West", "Salt Guild", "Axis")]
    [True, True, True, False, False]
    >>> [is_plural(n) for n in ("The Fenfolk", "Horsemen", "Free People")]
    [True, True, True]
    """
    first = name.lower().partition(" of ")[0].split()
    return bool(first) and (
        first[-1].endswith(("men", "folk", "people")) or
        (first[-1].endswith("s") and not first[-1].endswith(("ss", "us", "is"))))


def without_article(name: str) -> str:
    """A name as it stands after an article.

    >>> without_article("The Fenfolk"), without_article("Blue side"), without_article("The")
    ('Fenfolk', 'Blue side', 'The')
    """
    first, _, rest = name.strip().partition(" ")
    return rest.strip() if rest and first.lower() == "the" else name.strip()


def short_side_name(name: str) -> str:
    """The name of a side as it stands before a word.

    >>> short_side_name("The Blue side (V4)"), short_side_name("Eastern army")
    ('Blue', 'Eastern army')
    """
    bare = without_article(name).partition(" (")[0].strip()
    return bare.removesuffix(" side").removesuffix(" player")


def side_in_sentence(name: str) -> str:
    """The name of a side as it stands in every sentence: with one article, and as a side if it is one word.

    >>> side_in_sentence("Heron League"), side_in_sentence("The Heron League"), side_in_sentence("Blue")
    ('the Heron League', 'the Heron League', 'the Blue side')
    """
    bare = without_article(name)
    is_enough = bare != name.strip() or " " in bare or is_plural(bare)
    return f"the {bare}" if is_enough else f"the {bare} side"


def key_title(key: str) -> str:
    """The title of a key of a file where it has none of its own.

    >>> key_title("at_most"), key_title("setup")
    ('At most', 'Set-up')
    """
    return key.replace("_", " ").replace("setup", "set-up").replace("set up", "set-up").capitalize()


def said_of(name: str, verb: str) -> str:
    """The beginning of a sentence on a side.

    >>> said_of("The Fenfolk", "has"), said_of("Blue side", "wins"), said_of("Blue", "wins")
    ('The Fenfolk have', 'The Blue side wins', 'The Blue side wins')
    """
    return f"T{side_in_sentence(name)[1:]} {verb_of(name, verb)}"


def verb_of(name: str, verb: str) -> str:
    """A verb, such as wins or has, in the form that fits a name.

    >>> verb_of("Salt Guild", "wins"), verb_of("Tribes of the Erg", "wins"), verb_of("Allies", "has")
    ('wins', 'win', 'have')
    """
    if not is_plural(name):
        return verb
    return "have" if verb == "has" else verb.removesuffix("s")


def grid_size(grid: HexGrid) -> str:
    """
    >>> from visegrad_editor.hexgrid import HexGrid
    >>> from visegrad_editor.hexgrid.numbering import Axis, Numbering
    >>> grid_size(HexGrid("pointy", 1, 2, "odd", Numbering("row-first", Axis(1, "down"), Axis(1, "right"))))
    '1 column, 2 rows, 2 hexes'
    """
    return f"{count(grid.columns, 'column')}, {count(grid.rows, 'row')}, {count(len(grid), 'hex')}"


# -- names of documents and files made from titles in any language ---------------------------------


ID_LENGTH = 60
"""The most letters of an id, and of the name of a document."""

# Letters that Unicode does not take apart into a plain letter and a mark.
_PLAIN = str.maketrans({
    "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th",
})


FILE_MARK = ".visegrad"
"""What may stand before `.yaml` in the name of a file: the desktop opens such a file with the program."""


def document_name(title: str, otherwise: str = "scenario") -> str:
    """A name for a document, made from a title or a file's stem: small letters a to z, digits and hyphens.
    `otherwise` if nothing of the title can be written in them. A long one is cut.

    >>> document_name("Łódź War"), document_name("My War 2"), document_name("Straße – Győr!")
    ('lodz-war', 'my-war-2', 'strasse-gyor')
    >>> document_name("my-war.visegrad")
    'my-war'
    >>> len(document_name("War " * 40))
    59
    >>> document_name("戦争", "map")
    'map'
    """
    spelled = unicodedata.normalize("NFKD", title.lower().removesuffix(FILE_MARK).translate(_PLAIN))
    bare = "".join(c for c in spelled if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9]+", "-", bare).strip("-")[:ID_LENGTH].strip("-") or otherwise


_NUMBERS = re.compile(r"(\d+)")


def sort_key(text: str) -> tuple[tuple[int, int, str], ...]:
    """For sorting texts with the numbers in them by their size: 2nd before 11th.

    >>> sorted(["11th", "2nd", "a"], key=sort_key)
    ['2nd', '11th', 'a']
    """
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part.casefold())
                 for part in _NUMBERS.split(text) if part)


_EXTRA = str.maketrans("łŁøØđĐßæÆœŒı", "lLoOdDsaAoOi")


def plain(text: str) -> str:
    """The text in lower case without accents.

    >>> plain("Łódź, Gdańsk")
    'lodz, gdansk'
    """
    parts = unicodedata.normalize("NFKD", text.translate(_EXTRA))
    return "".join(c for c in parts if not unicodedata.combining(c)).casefold()
