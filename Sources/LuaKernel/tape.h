// Plain data as bytes. Values cross between Lua and Swift in this form, and the history keeps actions in it.
//
// A value is one tag byte and its content, in the machine's byte order:
// - integers and floats: 8 bytes;
// - strings: a 4-byte count and the bytes;
// - lists: a 4-byte count and the values;
// - maps: a 4-byte count and, in byte order of the keys, for each entry the key (a string without its tag) and the value;
// - containers of a native slice (only its host writes them): an 8-byte handle and a byte of flags.
#ifndef TAPE_H
#define TAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
  TAPE_NIL, TAPE_FALSE, TAPE_TRUE, TAPE_INTEGER, TAPE_FLOAT, TAPE_STRING, TAPE_LIST, TAPE_MAP, TAPE_NULL, TAPE_OPAQUE,
  TAPE_CONTAINER
};

/// The flags of a container: whether it is a list (else a map); and whether its first read reads all of it, as suits a row, or
/// single keys are read when needed, as suits a table of many rows.
enum { TAPE_CONTAINER_LIST = 1, TAPE_CONTAINER_WHOLE = 2 };

typedef struct lk_tape {
  uint8_t *data;
  size_t count, capacity;
} lk_tape;

typedef struct lk_reader {
  const uint8_t *at, *end;
  size_t announced;  // values that the counts read so far announce and that are not read yet: at most the number of bytes left
} lk_reader;

bool lk_tape_grow(lk_tape *tape, size_t more);

/// Makes room for `more` bytes; false if memory is short.
static inline bool lk_tape_reserve(lk_tape *tape, size_t more) {
  return tape->capacity - tape->count >= more || lk_tape_grow(tape, more);
}
bool lk_tape_put(lk_tape *tape, const void *bytes, size_t count);
bool lk_tape_copy(lk_tape *tape, const void *bytes, size_t count);  // replaces the content
void lk_tape_free(lk_tape *tape);
/// Frees a tape that has become large. Smaller tapes keep their memory for the next use.
void lk_tape_trim(lk_tape *tape);
/// The count or length at `at`.
static inline uint32_t lk_tape_number(const uint8_t *at) {
  uint32_t number;
  memcpy(&number, at, sizeof number);
  return number;
}
/// Compares two texts by their bytes: negative if the first one comes first.
static inline int lk_compare_texts(const void *a, size_t a_count, const void *b, size_t b_count) {
  int order = memcmp(a, b, a_count < b_count ? a_count : b_count);
  return order ? order : (a_count > b_count) - (a_count < b_count);
}
/// The end of the value at `at`. Only for tapes that the encoder wrote.
const uint8_t *lk_tape_skip(const uint8_t *at);

#endif
