// Sending actions from scripts.
//
// `cart.add{ … }` takes the type from the function. To add the type to the script's own table would make the table grow, which
// costs as much as the whole reducer. Instead the table has, while it is sent, a metatable of the type whose __index holds it.
#include "kernel.h"

#include <string.h>

enum { MARK = 1, TYPE };

/// The data of a member function, its upvalue 1.
typedef struct sender {
  int32_t action;
  uint32_t count;
  uint8_t type[];  // the field `type` as part of an encoded map
} sender;

bool lk_is_action(lua_State *L, int index) {
  if (!lua_getmetatable(L, index)) return false;
  // Scripts have no userdata, so a script's metatable cannot hold one.
  bool result = lua_rawgeti(L, -1, MARK) == LUA_TUSERDATA;
  lua_pop(L, 2);
  return result;
}

void lk_push_action_type(lua_State *L, int index) {
  lua_getmetatable(L, index);
  lua_rawgeti(L, -1, TYPE);
  lua_replace(L, -2);
}

// The `__pairs` of an action: iterates over its fields and its type, in order, as if the table held the type.
static int action_pairs(lua_State *L) {
  lk_vm *vm = lk_of(L);
  vm->scratch.count = 0;
  lk_encode(L, 1, &vm->scratch, false);
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->pairs);
  lk_push_plain(L, (lk_bytes){vm->scratch.data, vm->scratch.count});
  lua_call(L, 1, 3);
  return 3;
}

static void raise_from_host(lua_State *L) {
  lk_vm *vm = lk_of(L);
  if (lk_killed(vm)) lk_die(L);
  lk_push_plain(L, (lk_bytes){vm->raise.data, vm->raise.count});
  lua_error(L);
}

// Nearly every action is flat. A flat action is encoded here, if the host reads actions. Returns false for others.
static bool take_flat(lua_State *L, lk_vm *vm, const sender *s) {
  vm->action.count = 0;
  return vm->copies_actions ? lk_encode_flat(L, 1, &vm->action, (lk_bytes){s->type, s->count}) : lk_is_flat(L, 1);
}

static void remove_metatable(lua_State *L) {
  lua_pushnil(L);
  lua_setmetatable(L, 1);
}

static int encode_action(lua_State *L) {
  lk_encode(L, 1, &lk_of(L)->action, false);
  return 0;
}

static void copy_deep(lua_State *L, int type) {
  lk_vm *vm = lk_of(L);
  vm->action.count = 0;
  vm->met_node = false;
  lua_pushcfunction(L, encode_action);
  lua_pushvalue(L, 1);
  int status = lua_pcall(L, 1, 0, 0);
  if (type && (status != LUA_OK || vm->met_node)) remove_metatable(L);
  if (status != LUA_OK) lua_error(L);
  if (!vm->met_node) return;
  // The action contained a node. A reducer could compare or write it, but a replay would get a copy; so all get a copy.
  lk_push_plain(L, (lk_bytes){vm->action.data, vm->action.count});
  lua_replace(L, 1);
}

static void refuse_if_pure(lua_State *L) {
  if (!lk_is_pure(L)) return;
  luaL_error(L, "cannot send from a reducer, view or event map: they only compute. Send from an effect of the action instead.");
}

// Sends the action at stack index 1. `type` is 0 if the table holds its type itself, otherwise its metatable does.
static int send_action(lua_State *L, int32_t action, int type) {
  lk_vm *vm = lk_of(L);
  lua_State *outer = vm->action_thread;
  int index = vm->action_index;
  vm->action_thread = L;
  vm->action_index = 1;
  lk_note_await(L, vm);
  int outer_host = lk_enter_host(vm);
  int sent = vm->host.send(vm->host.receiver, action);
  lk_leave_host(vm, outer_host);
  vm->action_thread = outer;
  vm->action_index = index;
  if (type) remove_metatable(L);
  if (sent == LK_REFUSED) raise_from_host(L);
  return sent == LK_SEND_SUSPENDED ? lk_suspend(L) : 0;
}

void lk_copy_actions(lk_vm *vm, int copies) { vm->copies_actions = copies; }

lk_bytes lk_action(lk_vm *vm) {
  lua_State *L = vm->running;
  if (vm->action.count == 0 && vm->action_thread && lua_checkstack(L, 8)) {
    int top = lua_gettop(L);
    lua_pushcfunction(L, encode_action);
    lua_pushvalue(vm->action_thread, vm->action_index);
    if (vm->action_thread != L) lua_xmove(vm->action_thread, L, 1);
    if (lua_pcall(L, 1, 0, 0) != LUA_OK) vm->action.count = 0;
    lua_settop(L, top);
  }
  return (lk_bytes){vm->action.data, vm->action.count};
}

static void push_action_copy(lua_State *L) {
  // For a node, which must not reach a reducer, and a table with a metatable, which encoding refuses unless it marks a list.
  lk_vm *vm = lk_of(L);
  vm->scratch.count = 0;
  lk_encode(L, 1, &vm->scratch, false);
  lk_push_plain(L, (lk_bytes){vm->scratch.data, vm->scratch.count});
  lua_replace(L, 1);
}

static int send_member(lua_State *L) {
  int count = lua_gettop(L);
  for (int i = 2; i <= count; i++) {
    if (lua_isnil(L, i)) continue;
    return luaL_error(L, "%s takes one table of fields, called with a dot and not a colon: %s{ name = value }, got %d arguments",
                      lua_tostring(L, lua_upvalueindex(2)), lua_tostring(L, lua_upvalueindex(2)), count);
  }
  if (count > 1) lua_settop(L, 1);
  if (lua_type(L, 1) != LUA_TTABLE) {
    if (!lua_isnoneornil(L, 1)) {
      return luaL_error(L, "%s takes a table of fields: %s{ name = value }, got %s",
                        lua_tostring(L, lua_upvalueindex(2)), lua_tostring(L, lua_upvalueindex(2)), luaL_typename(L, 1));
    }
    lua_settop(L, 0);
    lua_createtable(L, 0, 1);
  }
  if (lua_getmetatable(L, 1)) {
    lua_pop(L, 1);
    // `cart:add()` gives the table of members.
    if (!lk_is_action(L, 1) && !lk_node(L, 1) && lk_mark_of(L, 1) == LK_FOREIGN_MARK) {
      return luaL_error(L, "%s takes a plain table of fields: %s{ name = value }; this one has a metatable, as in a call with a colon",
                        lua_tostring(L, lua_upvalueindex(2)), lua_tostring(L, lua_upvalueindex(2)));
    }
    push_action_copy(L);
  }
  refuse_if_pure(L);
  const sender *s = lua_touserdata(L, lua_upvalueindex(1));
  bool flat = take_flat(L, lk_of(L), s);
  if (!flat) {
    lua_pushvalue(L, lua_upvalueindex(5));
    if (lua_rawget(L, 1) != LUA_TNIL) {
      // The table has a field `type`. The action's type replaces it, in a copy.
      push_action_copy(L);
      lua_pushvalue(L, lua_upvalueindex(5));
      lua_pushvalue(L, lua_upvalueindex(4));
      lua_rawset(L, 1);
      lua_settop(L, 1);
      copy_deep(L, 0);
      return send_action(L, s->action, 0);
    }
    lua_settop(L, 1);
  }
  lua_pushvalue(L, lua_upvalueindex(3));
  lua_setmetatable(L, 1);
  if (!flat) copy_deep(L, lua_upvalueindex(4));
  return send_action(L, s->action, lua_upvalueindex(4));
}

typedef struct maker {
  int32_t number;
  int result;
  const char *name;
  lk_bytes names;
  int shared, later;
} maker;

static int make_sender(lua_State *L) {
  maker *m = lua_touserdata(L, 1);
  lk_tape *tape = &lk_of(L)->scratch;
  lk_encode_type(L, tape, m->name);
  sender *s = lua_newuserdatauv(L, sizeof *s + tape->count, 0);
  *s = (sender){.action = m->number, .count = (uint32_t)tape->count};
  memcpy(s->type, tape->data, tape->count);
  // the script calls the action cart/add as cart.add
  luaL_gsub(L, m->name, "/", ".");
  lua_createtable(L, TYPE, 3);
  lua_rawgeti(L, LUA_REGISTRYINDEX, lk_of(L)->action_mark);
  lua_rawseti(L, -2, MARK);
  lua_pushstring(L, m->name);
  lua_rawseti(L, -2, TYPE);
  lua_createtable(L, 0, 1);
  lua_pushstring(L, m->name);
  lua_setfield(L, -2, "type");
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, action_pairs);
  lua_setfield(L, -2, "__pairs");
  lua_pushstring(L, m->name);
  lua_pushliteral(L, "type");
  lua_pushcclosure(L, send_member, 5);
  m->result = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

int lk_sender(lk_vm *vm, int32_t action, const char *name) {
  maker m = {.number = action, .name = name};
  return lk_protect(vm, make_sender, &m) == LK_OK ? m.result : 0;
}

// Upvalues 1 and then 3 map types to { id, full type }; upvalue 2 is the function that gets functions to send later, or nil.
static int send_typed(lua_State *L) {
  int count = lua_gettop(L);
  if (lua_isfunction(L, 1) && !lua_isnil(L, lua_upvalueindex(2))) {
    refuse_if_pure(L);
    lua_settop(L, 1);
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_insert(L, 1);
    lua_call(L, 1, 0);
    return 0;
  }
  if (lua_type(L, 1) != LUA_TTABLE) {
    return luaL_error(L, "an action is a table with a type: { type = \"%s\" }, got %s",
                      lua_type(L, 1) == LUA_TSTRING ? lua_tostring(L, 1) : "…", luaL_typename(L, 1));
  }
  lua_settop(L, 1);
  if (lk_node(L, 1)) push_action_copy(L);
  lua_pushliteral(L, "type");
  int type = lua_rawget(L, 1);
  if (type == LUA_TNIL && count > 1 && lk_mark_of(L, 1) == LK_FOREIGN_MARK) {
    return luaL_error(L, "send takes one action, called with a dot and not a colon: send { type = \"…\" }, got %d arguments", count);
  }
  if (type == LUA_TNIL) return luaL_error(L, "an action is a table with a type: { type = \"…\" }; this one has none");
  if (type != LUA_TSTRING) {
    return luaL_error(L, "an action is a table with a type: { type = \"…\" }; this type is a %s", luaL_typename(L, 2));
  }
  int32_t action = -1;
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TNIL) {
    lua_settop(L, 2);
    lua_pushvalue(L, 2);
    lua_rawget(L, lua_upvalueindex(3));
  }
  if (lua_istable(L, 3)) {
    lua_rawgeti(L, 3, 1);
    action = (int32_t)lua_tointeger(L, -1);
    lua_pushliteral(L, "type");
    lua_rawgeti(L, 3, 2);
    lua_rawset(L, 1);
  }
  lua_settop(L, 1);
  refuse_if_pure(L);
  copy_deep(L, 0);
  return send_action(L, action, 0);
}

static int make_dispatcher(lua_State *L) {
  maker *m = lua_touserdata(L, 1);
  lk_push_plain(L, m->names);
  if (m->later) lua_rawgeti(L, LUA_REGISTRYINDEX, m->later); else lua_pushnil(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, m->shared);
  lua_pushcclosure(L, send_typed, 3);
  m->result = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

int lk_dispatcher(lk_vm *vm, lk_bytes names, int shared, int later) {
  maker m = {.names = names, .shared = shared, .later = later};
  return lk_protect(vm, make_dispatcher, &m) == LK_OK ? m.result : 0;
}
