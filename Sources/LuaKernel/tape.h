// Plain data as bytes: how values cross between Lua and Swift, and how actions are kept.
//
// A value is one tag byte and what follows from it, in the machine's byte order:
// integers and floats 8 bytes; strings a 4-byte count and the bytes; lists a 4-byte count and the values;
// maps a 4-byte count and, in byte order of the keys, a string without its tag and a value each;
// containers of a native slice, which only its host writes, an 8-byte handle and a byte of flags.
#ifndef TAPE_H
#define TAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  TAPE_NIL, TAPE_FALSE, TAPE_TRUE, TAPE_INTEGER, TAPE_FLOAT, TAPE_STRING, TAPE_LIST, TAPE_MAP, TAPE_NULL, TAPE_OPAQUE,
  TAPE_CONTAINER
};

/// A container told by its handle: whether it is a list (else a map), and whether all of it is read at its first touch,
/// as suits a row, or only what scripts look at, as suits a table of many rows.
enum { TAPE_CONTAINER_LIST = 1, TAPE_CONTAINER_WHOLE = 2 };

typedef struct lk_tape {
  uint8_t *data;
  size_t count, capacity;
} lk_tape;

typedef struct lk_reader {
  const uint8_t *at, *end;
  size_t promised;  // values that counts have promised and that were not read yet: never more than there are bytes left
} lk_reader;

bool lk_tape_grow(lk_tape *tape, size_t more);

/// Makes room for `more` bytes; false if there is no memory.
static inline bool lk_tape_reserve(lk_tape *tape, size_t more) {
  return tape->capacity - tape->count >= more || lk_tape_grow(tape, more);
}
bool lk_tape_put(lk_tape *tape, const void *bytes, size_t count);
bool lk_tape_copy(lk_tape *tape, const void *bytes, size_t count);  // instead of what it held
void lk_tape_free(lk_tape *tape);
/// Sorts the `count` entries of a map that begin at `start` by key; false if there is no memory.
bool lk_tape_sort(lk_tape *tape, size_t start, uint32_t count);
/// What follows one value that the encoder itself has written.
const uint8_t *lk_tape_skip(const uint8_t *at);

#endif
