// Fuzzes the kernel's functions that take bytes with libFuzzer: plain data, journals of decoded data, source texts, patterns
// and formats. The first byte selects the function. No input may cause a crash, a leak or an exceeded budget.
#include "../host.h"

#include <stdint.h>

static host *machine(void) {
  static host *h;
  if (!h) {
    h = open_host(64 << 20, 0.2, "return { n = 0, items = {}, map = {} }");
    h->reducer = evaluate(h, "return function(state, action) state.map = action state.items = { action, action } end");
  }
  return h;
}

static void decode(host *h, lk_bytes bytes) {
  int reference = lk_value(h->vm, bytes);
  if (!reference) return;
  uint64_t position = lk_position(h->vm);
  lk_bytes out;
  if (lk_reduce(h->vm, h->slice, h->reducer, bytes) == LK_OK) {
    uint64_t end = lk_position(h->vm);
    lk_changes(h->vm, position, end, end, &out);
    lk_travel(h->vm, end, position);
    lk_travel(h->vm, position, end);
  }
  lk_rollback(h->vm, position);
  // Decoded data can be encoded and decoded again.
  static int give;
  if (!give) give = evaluate(h, "return function(value) return value end");
  if (lk_call(h->vm, give, reference, nothing, LK_VIEW, 0.2) == LK_OK && lk_results(h->vm, 0, &out) == LK_OK) {
    uint8_t *copy = malloc(out.count ? out.count : 1);
    memcpy(copy, out.data, out.count);
    int again = lk_value(h->vm, (lk_bytes){copy, out.count});
    if (!again) abort();
    lk_release(h->vm, again);
    free(copy);
  }
  lk_release(h->vm, reference);
}

static void use_bytes(host *h, lk_bytes bytes) {
  lk_bytes out;
  lk_read(h->vm, bytes, &out);
  lk_keys(h->vm, bytes, &out);
  int state = lk_state(h->vm), found = lk_reference(h->vm, state, bytes);
  if (found) lk_release(h->vm, found);
  static int give;
  if (!give) give = evaluate(h, "return function(...) return select('#', ...) end");
  lk_call(h->vm, give, 0, bytes, LK_PROMPT, 0.2);
}

static void compile(host *h, lk_bytes bytes) {
  int function = 0;
  lk_status status = lk_load(h->vm, bytes, "fuzz.lua", h->environment, &function);
  if (status == LK_OK) {
    lk_call(h->vm, function, 0, nothing, LK_VIEW, 0.05);
    lk_release(h->vm, function);
  } else if (status == LK_SYNTAX) {
    ptrdiff_t offset = lk_error_offset(h->vm, bytes);
    if (offset > (ptrdiff_t)bytes.count) abort();
  }
}

// A text whose first zero byte separates a pattern from a subject.
static void match(host *h, lk_bytes bytes) {
  static const char source[] = "return function(text) local pattern, subject = text:match('^(%Z*)%z(.*)$') if not pattern then return end "
                               "for _, f in ipairs { string.find, string.match, string.gsub, string.format, string.pack, string.unpack, string.rep } do "
                               "pcall(f, subject, pattern, 1) pcall(f, pattern, subject, 1) end pcall(utf8.len, text) pcall(utf8.codepoint, text, 1, -1) end";
  static int function;
  if (!function) function = evaluate(h, source);
  size_t count = bytes.count + 10;
  uint8_t *list = malloc(count);
  uint32_t one = 1, length = (uint32_t)bytes.count;
  list[0] = TAPE_LIST;
  memcpy(list + 1, &one, 4);
  list[5] = TAPE_STRING;
  memcpy(list + 6, &length, 4);
  memcpy(list + 10, bytes.data, bytes.count);
  lk_call(h->vm, function, 0, (lk_bytes){list, count}, LK_VIEW, 0.05);
  free(list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  host *h = machine();
  lk_bytes rest = {data + 1, size - 1};
  switch (data[0] & 3) {
    case 0: decode(h, rest); break;
    case 1: use_bytes(h, rest); break;
    case 2: compile(h, rest); break;
    default: match(h, rest);
  }
  if (lk_depth(h->vm) != 0) abort();
  return 0;
}
