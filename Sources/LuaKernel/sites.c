// Script lines by number: the line that sent an action or made a write is recorded in four bytes.
#include "kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_ROOM = LUA_IDSIZE + 16 };

static int32_t count_of(const lk_sites *sites) { return (int32_t)(sites->ends.count / sizeof(uint32_t)); }

static uint32_t end_of(const lk_sites *sites, int32_t number) {
  uint32_t end = 0;
  if (number >= 0) memcpy(&end, sites->ends.data + (size_t)number * sizeof end, sizeof end);
  return end;
}

static lk_bytes text_of(const lk_sites *sites, int32_t number) {
  uint32_t start = end_of(sites, number - 1);
  return (lk_bytes){sites->texts.data + start, end_of(sites, number) - start};
}

static uint32_t hash(const uint8_t *text, size_t count) {
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < count; i++) hash = (hash ^ text[i]) * 16777619u;
  return hash;
}

// The slot of a text, or the free slot where it belongs.
static uint32_t slot_of(const lk_sites *sites, const uint8_t *text, size_t count) {
  uint32_t slot = hash(text, count) & (sites->slot_count - 1);
  for (; sites->slots[slot] >= 0; slot = (slot + 1) & (sites->slot_count - 1)) {
    lk_bytes known = text_of(sites, sites->slots[slot]);
    if (known.count == count && memcmp(known.data, text, count) == 0) break;
  }
  return slot;
}

static bool grow(lk_sites *sites) {
  uint32_t count = sites->slot_count ? sites->slot_count * 2 : 64;
  int32_t *slots = malloc(count * sizeof *slots);
  if (!slots) return false;
  memset(slots, -1, count * sizeof *slots);
  free(sites->slots);
  sites->slots = slots;
  sites->slot_count = count;
  for (int32_t number = 0; number < count_of(sites); number++) {
    lk_bytes text = text_of(sites, number);
    slots[slot_of(sites, text.data, text.count)] = number;
  }
  return true;
}

// Cannot raise, because a write and its journal entry must be made together. Returns -1 if memory is short.
static int32_t number_of(lk_sites *sites, const lua_Debug *ar, int line) {
  uint8_t text[TEXT_ROOM];
  size_t count = (size_t)snprintf((char *)text, sizeof text, "%s:%d", ar->short_src, line);
  if (2 * (uint32_t)count_of(sites) >= sites->slot_count && !grow(sites)) return -1;
  uint32_t slot = slot_of(sites, text, count), end = (uint32_t)(sites->texts.count + count);
  if (sites->slots[slot] >= 0) return sites->slots[slot];
  if (!lk_tape_reserve(&sites->ends, sizeof end) || !lk_tape_put(&sites->texts, text, count)) return -1;
  lk_tape_put(&sites->ends, &end, sizeof end);
  return sites->slots[slot] = count_of(sites) - 1;
}

int32_t lk_site_here(lua_State *L) {
  lk_sites *sites = &lk_of(L)->sites;
  lua_Debug ar;
  if (!lk_caller_position(L, &ar)) return -1;
  lk_recent_site *recent = &sites->recent[((uintptr_t)ar.source / 16 + (unsigned)ar.currentline) % LK_RECENT_SITES];
  if (recent->source != ar.source || recent->line != ar.currentline) {
    *recent = (lk_recent_site){ar.source, ar.currentline, number_of(sites, &ar, ar.currentline)};
  }
  return recent->number;
}

int32_t lk_site_of_function(lua_State *L, int index) {
  lua_Debug ar;
  lua_pushvalue(L, index);
  lua_getinfo(L, ">S", &ar);
  return ar.linedefined > 0 && ar.source[0] != '=' ? number_of(&lk_of(L)->sites, &ar, ar.linedefined) : -1;
}

void lk_forget_recent_sites(lk_vm *vm) { memset(vm->sites.recent, 0, sizeof vm->sites.recent); }

void lk_sites_free(lk_sites *sites) {
  lk_tape_free(&sites->texts);
  lk_tape_free(&sites->ends);
  free(sites->slots);
}

void lk_keep_sites(lk_vm *vm) { vm->keeps_sites = true; }

int32_t lk_site(lk_vm *vm) { return lk_site_here(vm->running); }

lk_bytes lk_site_text(const lk_vm *vm, int32_t number) {
  bool known = number >= 0 && number < count_of(&vm->sites);
  return known ? text_of(&vm->sites, number) : (lk_bytes){NULL, 0};
}
