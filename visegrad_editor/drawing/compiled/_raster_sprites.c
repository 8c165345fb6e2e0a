/* Groups of shapes that are painted at many places: each is drawn once for places at the same part of a pixel, and
 * its picture then laid on the others. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "_raster_edges.h"

#define PARTS MOST_PARTS
#define LARGEST (96 * 96)  /* pixels: larger groups are painted each time */
#define GAP 6              /* pixels that are not painted, and laid over nevertheless */
#define MOST_BYTES (24 << 20)

/* A piece of a row of a picture, after which follow its colours as they are on black, and for each of them how
 * much of what lies below shows, 255 for all. */
typedef struct {
    int16_t x, y;
    int32_t length;
} Piece;

typedef struct {
    uint64_t shapes;
    int32_t group, part;
    int left, top;  /* of its picture, from the pixel where it is painted */
    size_t size;    /* bytes of pieces; 0 where nothing shows */
    char *pieces;
    int direct;     /* too large or with letters: it is painted as it is */
} Sprite;

struct Sprites {
    Sprite *table; /* by a number made from group and part; those that are not used have part -1 */
    size_t room, used, bytes;
};

static void emptied(Sprites *sprites) {
    size_t i;
    for (i = 0; i < sprites->room; i++) {
        free(sprites->table[i].pieces);
        sprites->table[i].pieces = NULL;
        sprites->table[i].part = -1;
    }
    sprites->used = sprites->bytes = 0;
}

Sprites *new_sprites(void) {
    Sprites *made = calloc(1, sizeof *made);
    size_t room = 1 << 14;
    if (!made)
        return NULL;
    made->table = calloc(room, sizeof *made->table);
    if (!made->table) {
        free(made);
        return NULL;
    }
    made->room = room;
    emptied(made);
    return made;
}

void free_sprites(Sprites *sprites) {
    if (!sprites)
        return;
    emptied(sprites);
    free(sprites->table);
    free(sprites);
}

/* Where a group lies, in pixels from that of the map's origin; 0 where it has letters or nothing. */
static int reach(const Canvas *canvas, const Shapes *s, int32_t group, float *x0, float *y0, float *x1, float *y1) {
    float scale = (float)canvas->scale;
    int32_t n;
    int i;
    *x0 = *y0 = 1e30f, *x1 = *y1 = -1e30f;
    for (n = s->group[group]; n < s->group[group + 1]; n++) {
        const float *p = s->points + 2 * (size_t)s->first[n];
        float more = at_least(s->width[n] * scale, LEAST_LINE) + 1, mx = more, my = more;
        int round = s->kind[n] == SHAPE_ELLIPSE || s->kind[n] == SHAPE_RING;
        if (s->kind[n] == SHAPE_LETTERS)
            return 0;
        if (round)
            mx += fabsf(p[2]) * scale, my += fabsf(p[3]) * scale;
        for (i = 0; i < (round ? 1 : s->count[n]); i++, p += 2) {
            *x0 = at_most(*x0, p[0] * scale - mx), *x1 = at_least(*x1, p[0] * scale + mx);
            *y0 = at_most(*y0, p[1] * scale - my), *y1 = at_least(*y1, p[1] * scale + my);
        }
    }
    return *x0 < *x1;
}

/* Writes the painted pieces of a picture one after the other and returns how many bytes they take; to NULL it only
 * counts. */
static size_t cut(const Canvas *picture, char *to) {
    size_t size = 0;
    int row, x;
    for (row = 0; row < picture->height; row++) {
        const uint8_t *cover = picture->cover + (size_t)row * picture->width;
        const uint8_t *pixel = picture->pixels + 3 * (size_t)row * picture->width;
        for (x = 0; x < picture->width; x++) {
            int end, last, i;
            if (!cover[x])
                continue;
            for (last = end = x; end < picture->width && end - last <= GAP; end++)
                if (cover[end])
                    last = end;
            end = last + 1;
            if (to) {
                Piece piece = {(int16_t)x, (int16_t)row, end - x};
                uint8_t *colour = (uint8_t *)to + size + sizeof piece, *rest = colour + 3 * (size_t)(end - x);
                memcpy(to + size, &piece, sizeof piece);
                for (i = 0; i < 3 * (end - x); i++) {
                    int most = cover[x + i / 3], c = pixel[3 * x + i];
                    colour[i] = (uint8_t)(c < most ? c : most);
                    rest[i] = (uint8_t)(255 - most);
                }
            }
            size += (sizeof(Piece) + 6 * (size_t)(end - x) + 3) / 4 * 4;
            x = end;
        }
    }
    return size;
}

static void draw(Sprites *sprites, Sprite *sprite, const Canvas *canvas, const Shapes *shapes) {
    double px = (double)(sprite->part % PARTS) / PARTS, py = (double)(sprite->part / PARTS) / PARTS;
    float x0, y0, x1, y1;
    Canvas picture;
    size_t count;
    sprite->direct = 1;
    if (!reach(canvas, shapes, sprite->group, &x0, &y0, &x1, &y1) || (x1 - x0) * (y1 - y0) > LARGEST ||
        fabsf(x0) > 1e8f || fabsf(y0) > 1e8f)
        return;
    sprite->left = (int)floorf(x0), sprite->top = (int)floorf(y0);
    picture.width = (int)ceilf(x1) + 1 - sprite->left, picture.height = (int)ceilf(y1) + 1 - sprite->top;
    picture.scale = canvas->scale;
    picture.left = sprite->left - px, picture.top = sprite->top - py;
    picture.room = ((size_t)picture.width + BEYOND) * picture.height;
    count = (size_t)picture.width * picture.height;
    picture.pixels = calloc(count, 3);
    picture.cover = calloc(count, 1);
    picture.touched = NULL; /* regions are not repeated */
    picture.area = calloc(picture.room, sizeof *picture.area);
    if (picture.pixels && picture.cover && picture.area) {
        paint_group(&picture, shapes, sprite->group, 0, 0);
        sprite->size = cut(&picture, NULL);
        sprite->pieces = malloc(sprite->size + 1);
        if (sprite->pieces) {
            cut(&picture, sprite->pieces);
            sprites->bytes += sprite->size;
            sprite->direct = 0;
        }
    }
    free(picture.pixels);
    free(picture.cover);
    free(picture.area);
}

static Sprite *found(Sprites *sprites, const Canvas *canvas, const Shapes *shapes, int32_t group, int32_t part) {
    size_t at = ((size_t)group * (PARTS * PARTS) + (size_t)part) * 0x9E3779B1u + (size_t)shapes->serial;
    Sprite *sprite;
    for (;; at++) {
        sprite = sprites->table + at % sprites->room;
        if (sprite->part < 0)
            break;
        if (sprite->part == part && sprite->group == group && sprite->shapes == shapes->serial)
            return sprite;
    }
    if (sprites->bytes > MOST_BYTES || sprites->used > sprites->room / 2) {
        emptied(sprites);
        sprite = sprites->table + at % sprites->room;
    }
    memset(sprite, 0, sizeof *sprite);
    sprite->shapes = shapes->serial;
    sprite->group = group, sprite->part = part;
    sprites->used++;
    draw(sprites, sprite, canvas, shapes);
    return sprite;
}

/* Lays colours over pixels, as much of which shows as the rest says. */
static void blend(uint8_t *restrict pixels, const uint8_t *restrict colour, const uint8_t *restrict rest, int count) {
    int i;
    for (i = 0; i < count; i++) {
        uint16_t below = (uint16_t)(pixels[i] * rest[i] + 128);
        pixels[i] = (uint8_t)(colour[i] + (uint16_t)(below + (below >> 8)) / 256);
    }
}

void paint_repeated(Canvas *canvas, Sprites *sprites, const Shapes *shapes, int32_t group, double dx, double dy,
                    int parts) {
    double x = floor((dx * canvas->scale - canvas->left) * parts + 0.5) * (PARTS / parts);
    double y = floor((dy * canvas->scale - canvas->top) * parts + 0.5) * (PARTS / parts);
    double whole_x = floor(x / PARTS), whole_y = floor(y / PARTS);
    const char *at, *end;
    const Sprite *sprite;
    int left, top;
    if (!(fabs(x) < 1e9 && fabs(y) < 1e9)) {
        paint_group(canvas, shapes, group, dx, dy);
        return;
    }
    sprite = found(sprites, canvas, shapes, group,
                   (int32_t)(x - whole_x * PARTS) + PARTS * (int32_t)(y - whole_y * PARTS));
    if (sprite->direct) {
        paint_group(canvas, shapes, group, dx, dy);
        return;
    }
    left = sprite->left + (int)whole_x, top = sprite->top + (int)whole_y;
    for (at = sprite->pieces, end = at + sprite->size; at < end;) {
        const Piece *piece = (const Piece *)at;
        int length = piece->length, row = top + piece->y, first = left + piece->x, skipped = 0, shown = length;
        const uint8_t *colour = (const uint8_t *)(piece + 1), *rest = colour + 3 * (size_t)length;
        at += (sizeof *piece + 6 * (size_t)length + 3) / 4 * 4;
        if (row < 0)
            continue;
        if (row >= canvas->height)
            break;
        if (first < 0)
            skipped = -first;
        if (first + shown > canvas->width)
            shown = canvas->width - first;
        if (shown > skipped)
            blend(canvas->pixels + 3 * ((size_t)row * canvas->width + first + skipped), colour + 3 * skipped,
                  rest + 3 * skipped, 3 * (shown - skipped));
    }
}
