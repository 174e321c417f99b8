#include "tape.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_KEPT = 1 << 20 };

bool lk_tape_grow(lk_tape *tape, size_t more) {
  size_t capacity = tape->capacity ? tape->capacity : 128;
  if (more > SIZE_MAX / 4 || tape->count > SIZE_MAX / 4) return false;
  while (capacity - tape->count < more) capacity *= 2;
  uint8_t *data = realloc(tape->data, capacity);
  if (!data) return false;
  tape->data = data;
  tape->capacity = capacity;
  return true;
}

bool lk_tape_put(lk_tape *tape, const void *bytes, size_t count) {
  if (!lk_tape_reserve(tape, count)) return false;
  if (count) memcpy(tape->data + tape->count, bytes, count);
  tape->count += count;
  return true;
}

bool lk_tape_copy(lk_tape *tape, const void *bytes, size_t count) {
  tape->count = 0;
  return lk_tape_put(tape, bytes, count);
}

void lk_tape_free(lk_tape *tape) {
  free(tape->data);
  *tape = (lk_tape){0};
}

void lk_tape_trim(lk_tape *tape) {
  if (tape->capacity > MOST_KEPT) lk_tape_free(tape);
}

typedef struct entry {
  const uint8_t *start;
  size_t count;
} entry;

static uint32_t read_count(const uint8_t *at) {
  uint32_t count;
  memcpy(&count, at, sizeof count);
  return count;
}

static int compare(const void *a, const void *b) {
  const uint8_t *x = ((const entry *)a)->start, *y = ((const entry *)b)->start;
  uint32_t nx = read_count(x), ny = read_count(y);
  return lk_compare_texts(x + 4, nx, y + 4, ny);
}

const uint8_t *lk_tape_skip(const uint8_t *at) {
  switch (*at++) {
    case TAPE_INTEGER: case TAPE_FLOAT: return at + 8;
    case TAPE_STRING: case TAPE_OPAQUE: return at + 4 + read_count(at);
    case TAPE_LIST: {
      uint32_t count = read_count(at);
      at += 4;
      while (count--) at = lk_tape_skip(at);
      return at;
    }
    case TAPE_MAP: {
      uint32_t count = read_count(at);
      at += 4;
      while (count--) at = lk_tape_skip(at + 4 + read_count(at));
      return at;
    }
    default: return at;
  }
}

bool lk_tape_sort(lk_tape *tape, size_t start, uint32_t count) {
  if (count < 2) return true;
  entry few[16];
  entry *entries = count <= 16 ? few : malloc(count * sizeof *entries);
  if (!entries) return false;
  const uint8_t *at = tape->data + start;
  bool sorted = true;
  for (uint32_t i = 0; i < count; i++) {
    const uint8_t *next = lk_tape_skip(at + 4 + read_count(at));
    entries[i] = (entry){at, (size_t)(next - at)};
    if (i && sorted) sorted = compare(&entries[i - 1], &entries[i]) <= 0;
    at = next;
  }
  bool ok = true;
  if (!sorted && count == 2) {
    // Common for actions. The second entry comes first.
    size_t first = entries[0].count, second = entries[1].count;
    uint8_t few_bytes[256], *copy = first <= sizeof few_bytes ? few_bytes : malloc(first);
    if (!copy) {
      ok = false;
    } else {
      memcpy(copy, entries[0].start, first);
      memmove(tape->data + start, entries[1].start, second);
      memcpy(tape->data + start + second, copy, first);
      if (copy != few_bytes) free(copy);
    }
  } else if (!sorted) {
    size_t size = tape->count - start;
    uint8_t *copy = malloc(size);
    if (!copy) {
      ok = false;
    } else {
      qsort(entries, count, sizeof *entries, compare);
      uint8_t *to = copy;
      for (uint32_t i = 0; i < count; i++) {
        memcpy(to, entries[i].start, entries[i].count);
        to += entries[i].count;
      }
      memcpy(tape->data + start, copy, size);
      free(copy);
    }
  }
  if (entries != few) free(entries);
  return ok;
}
