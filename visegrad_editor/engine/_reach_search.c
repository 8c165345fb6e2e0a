/* Cheapest paths by buckets of equal cost, found in an order that is always the same. */

#include "_reach_search.h"

#define END (-1)

/* A hex that waits for its turn, in a list of all that wait at the same cost. */
typedef struct {
    int hex, next;
} Waiting;

/* Lists by cost. `tail` is where the number of the next in a list is to be written. */
typedef struct {
    Waiting *pool;
    int used;
    int *head, **tail;
} Queue;

static int has(const unsigned char *set, int hex) { return set[hex >> 3] >> (hex & 7) & 1; }

const char *reach_map_prepare(ReachMap *map) {
    int dearest = 0;
    if (map->first[0] != 0 || map->first[map->size] != map->count)
        return "the steps of the hexes must make up all steps";
    for (int h = 0; h < map->size; h++)
        if (map->first[h] > map->first[h + 1])
            return "the steps of each hex must follow those of the one before";
    for (int h = 0; h < map->size; h++) {
        map->least[h] = REACH_MOST;
        for (int k = map->first[h]; k < map->first[h + 1]; k++) {
            const ReachStep *step = map->steps + k;
            if (step->to < 0 || step->to >= map->size)
                return "a step must lead to a hex";
            if (step->cost < 0 || step->cost > REACH_MOST)
                return "a step must cost nothing or more, and not too much to count";
            if (step->cost < map->least[h])
                map->least[h] = step->cost;
            if (step->cost > dearest)
                dearest = step->cost;
        }
    }
    map->farthest = map->size && dearest > REACH_MOST / map->size ? REACH_MOST : dearest * map->size;
    return NULL;
}

/* One list for each cost up to the allowance, and one for hexes that are not left again. */
static size_t lists(const ReachQuestion *asked) { return (size_t)(asked->allowance + 2); }

/* A hex is left once at most, when its cost is final, so that none waits oftener than steps lead to it. */
static size_t places(const ReachMap *map, const ReachQuestion *asked) {
    return (size_t)map->count + (size_t)asked->start_count;
}

size_t reach_room(const ReachMap *map, const ReachQuestion *asked) {
    /* A step writes the number of the hex it leads to before it is known whether that hex is a new one. */
    size_t numbers = 2 * (size_t)map->size + 1 + lists(asked);
    return lists(asked) * sizeof(int *) + places(map, asked) * sizeof(Waiting) + numbers * sizeof(int);
}

static void wait_at(Queue *queue, int list, int hex) {
    int place = queue->used++;
    queue->pool[place].hex = hex;
    queue->pool[place].next = END;
    *queue->tail[list] = place;
    queue->tail[list] = &queue->pool[place].next;
}

/* The loop that takes the time: what a processor cannot foresee is computed rather than branched on. */
static void spread(const ReachMap *map, const ReachQuestion *asked, Queue *queue, ReachAnswer *answer) {
    int *best = answer->best, *before = answer->before, *order = answer->order;
    const unsigned char *stop = asked->stop;
    int found = answer->found, allowance = asked->allowance, never = allowance + 1, turn = 0;
    for (int spent = 0; spent <= allowance && turn < queue->used; spent++) {
        for (int place = queue->head[spent]; place != END; place = queue->pool[place].next) {
            int here = queue->pool[place].hex;
            turn++;
            if (best[here] != spent || map->least[here] > allowance - spent)
                continue;
            const ReachStep *end = map->steps + map->first[here + 1];
            for (const ReachStep *step = map->steps + map->first[here]; step < end; step++) {
                int to = step->to, total = spent + step->cost;
                if (total >= best[to])
                    continue;
                order[found] = to;
                found += before[to] == REACH_UNSEEN;
                best[to] = total;
                before[to] = here;
                wait_at(queue, has(stop, to) ? never : total, to);
            }
        }
    }
    answer->found = found;
}

/* One step from each start whatever it costs (`minimum`), or one and no more (`single`). */
static void one_step(const ReachMap *map, const ReachQuestion *asked, ReachAnswer *answer) {
    for (int i = 0; i < asked->start_count; i++) {
        ReachStart start = asked->starts[i];
        if (has(asked->hold, start.hex) || (start.spent && !asked->single))
            continue;
        for (int k = map->first[start.hex]; k < map->first[start.hex + 1]; k++) {
            int to = map->steps[k].to, total = start.spent + map->steps[k].cost;
            if (answer->before[to] != REACH_UNSEEN || answer->best[to] < 0)
                continue;
            if (!asked->minimum && total > asked->allowance)
                continue;
            answer->order[answer->found++] = to;
            answer->best[to] = total;
            answer->before[to] = start.hex;
        }
    }
}

/* What every hex must be reached for less than: the allowance and, for blocked ones, never. */
static void lay_out(const ReachMap *map, const ReachQuestion *asked, ReachAnswer *answer) {
    int *best = answer->best, *before = answer->before, size = map->size, limit = asked->allowance + 1;
    for (int h = 0; h < size; h++)
        best[h] = limit;
    for (int h = 0; h < size; h++)
        before[h] = REACH_UNSEEN;
    for (int byte = 0; 8 * byte < size; byte++)
        for (int set = asked->blocked[byte], h = 8 * byte; set && h < size; set >>= 1, h++)
            if (set & 1)
                best[h] = -1;
}

void reach_search(const ReachMap *map, const ReachQuestion *asked, void *room, ReachAnswer *answer) {
    int allowance = asked->allowance;
    Queue queue;
    queue.tail = room;
    queue.pool = (Waiting *)(queue.tail + lists(asked));
    queue.used = 0;
    answer->best = (int *)(queue.pool + places(map, asked));
    answer->order = answer->best + map->size;
    queue.head = answer->order + map->size + 1;
    answer->found = 0;

    lay_out(map, asked, answer);
    for (int list = 0; list <= allowance + 1; list++) {
        queue.head[list] = END;
        queue.tail[list] = queue.head + list;
    }
    for (int i = 0; i < asked->start_count; i++) {
        ReachStart start = asked->starts[i];
        answer->before[start.hex] = REACH_START;
        answer->order[answer->found++] = start.hex;
        answer->best[start.hex] = start.spent <= allowance ? start.spent : allowance + 1;
        if (start.spent <= allowance && !has(asked->hold, start.hex) && !asked->single)
            wait_at(&queue, start.spent, start.hex);
    }
    spread(map, asked, &queue, answer);
    for (int i = 0; i < asked->start_count; i++)
        if (answer->best[asked->starts[i].hex] > allowance)
            answer->best[asked->starts[i].hex] = asked->starts[i].spent;
    if (asked->minimum || asked->single)
        one_step(map, asked, answer);
}
