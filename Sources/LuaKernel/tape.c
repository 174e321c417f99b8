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

const uint8_t *lk_tape_skip(const uint8_t *at) {
  switch (*at++) {
    case TAPE_INTEGER: case TAPE_FLOAT: return at + 8;
    case TAPE_STRING: case TAPE_OPAQUE: return at + 4 + lk_tape_number(at);
    case TAPE_LIST: {
      uint32_t count = lk_tape_number(at);
      at += 4;
      while (count--) at = lk_tape_skip(at);
      return at;
    }
    case TAPE_MAP: {
      uint32_t count = lk_tape_number(at);
      at += 4;
      while (count--) at = lk_tape_skip(at + 4 + lk_tape_number(at));
      return at;
    }
    default: return at;
  }
}
