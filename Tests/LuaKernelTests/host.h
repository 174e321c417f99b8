// A small host for the kernel's tests: one slice, `state`, whose action `act` runs a reducer given as source text.
#ifndef HOST_H
#define HOST_H

#include "../../Sources/LuaKernel/include/lua_kernel.h"
#include "../../Sources/LuaKernel/tape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int passed, failed;

static inline void check(int ok, const char *what) {
  if (ok) {
    passed++;
  } else {
    failed++;
    printf("FAILED: %s\n", what);
  }
}

typedef struct host {
  lk_vm *vm;
  lk_slice *slice;
  int reducer, environment;
  lk_status last;
  void *more;  // data of one test
} host;

static inline int on_send(void *context, int32_t action) {
  host *h = context;
  (void)action;
  h->last = lk_reduce(h->vm, h->slice, h->reducer, (lk_bytes){NULL, 0});
  if (h->last != LK_OK) {
    lk_bytes message = lk_error_message(h->vm);
    uint32_t count = (uint32_t)message.count;
    uint8_t tag = TAPE_STRING, *raised = malloc(message.count + 5);
    memcpy(raised, &tag, 1);
    memcpy(raised + 1, &count, sizeof count);
    memcpy(raised + 5, message.data, message.count);
    lk_raise_with(h->vm, (lk_bytes){raised, message.count + 5});
    free(raised);
  }
  return h->last != LK_OK;
}

static inline lk_answer on_call(void *context, int32_t function) {
  (void)context;
  return function == 1 ? LK_SUSPEND : LK_RETURN;
}

static inline lk_bytes text(const char *s) { return (lk_bytes){(const uint8_t *)s, strlen(s)}; }
static const lk_bytes nothing = {NULL, 0};

static inline lk_status run(host *h, const char *source) {
  int function;
  lk_status status = lk_load(h->vm, text(source), "test.lua", h->environment, &function);
  if (status != LK_OK) return status;
  status = lk_call(h->vm, function, 0, nothing, LK_PROMPT, 0);
  lk_release(h->vm, function);
  return status;
}

static inline int evaluate(host *h, const char *source) {
  int function;
  if (lk_load(h->vm, text(source), "value.lua", h->environment, &function) != LK_OK) return 0;
  int result = lk_call(h->vm, function, 0, nothing, LK_LOAD, 0) == LK_OK ? lk_result_reference(h->vm, 1) : 0;
  lk_release(h->vm, function);
  return result;
}

static inline host *open_host_with(lk_callbacks callbacks, size_t memory, double seconds, const char *initial) {
  host *h = calloc(1, sizeof *h);
  callbacks.context = callbacks.receiver = h;
  callbacks.send = on_send;
  if (!callbacks.call) callbacks.call = on_call;
  h->vm = lk_new(callbacks, (lk_limits){memory, seconds});
  if (!h->vm) {
    free(h);
    return NULL;
  }
  int additions = lk_new_table(h->vm), list = lk_list_function(h->vm), await = lk_function(h->vm, 1, 0);
  lk_assign(h->vm, additions, "list", list);
  lk_assign(h->vm, additions, "await", await);
  h->environment = lk_environment(h->vm, 1, additions, 0);
  int state = evaluate(h, initial);
  h->slice = lk_slice_new(h->vm, "s", state);
  int send = lk_sender(h->vm, 0, "s/act");
  lk_assign(h->vm, additions, "act", send);
  lk_assign(h->vm, additions, "state", h->slice ? lk_slice_state(h->slice) : 0);
  lk_release(h->vm, h->environment);
  h->environment = lk_environment(h->vm, 1, additions, 0);
  return h;
}

static inline host *open_host(size_t memory, double seconds, const char *initial) {
  return open_host_with((lk_callbacks){.context = NULL}, memory, seconds, initial);
}

static inline void close_host(host *h) {
  if (!h) return;
  lk_free(h->vm);
  free(h);
}

// Reduces with `function(state, action) <body> end`.
static inline lk_status reduce(host *h, const char *body) {
  char source[4096];
  snprintf(source, sizeof source, "return function(state, action) %s end", body);
  h->reducer = evaluate(h, source);
  if (!h->reducer) return LK_SYNTAX;
  h->last = LK_INCOMPLETE;
  lk_status status = run(h, "act{}");
  lk_release(h->vm, h->reducer);
  return h->last == LK_INCOMPLETE ? status : h->last;
}

static inline int says(host *h, const char *part) {
  lk_bytes message = lk_error_message(h->vm);
  char *copy = message.count ? strndup((const char *)message.data, message.count) : strdup("");
  int found = strstr(copy, part) != NULL;
  if (!found) printf("  the message is: %s\n", copy);
  free(copy);
  return found;
}

// Compares a Lua expression, which may use `state`, with the expected text.
static inline int gives(host *h, const char *expression, const char *expected) {
  char source[4096];
  snprintf(source, sizeof source,
           "local function show(v) if type(v) ~= 'table' then return tostring(v) end local t = {} "
           "for k, x in pairs(v) do t[#t + 1] = (type(k) == 'number' and '' or k .. '=') .. show(x) end "
           "return (#v > 0 and '[' or '{') .. table.concat(t, ' ') .. (#v > 0 and ']' or '}') end "
           "local got = show(%s) if got ~= [==[%s]==] then error('got ' .. got, 0) end",
           expression, expected);
  lk_status status = run(h, source);
  if (status != LK_OK) says(h, "\x01");
  return status == LK_OK;
}

// Reads a file in the folder of this file.
static inline char *neighbour(const char *name) {
  char path[1024];
  snprintf(path, sizeof path, "%s", __FILE__);
  char *slash = strrchr(path, '/');
  snprintf(slash ? slash + 1 : path, 100, "%s", name);
  FILE *file = fopen(path, "r");
  char *data = calloc(1, 1 << 16);
  if (!file || fread(data, 1, (1 << 16) - 1, file) == 0) {
    printf("%s is missing\n", name);
    exit(1);
  }
  fclose(file);
  return data;
}

#endif
