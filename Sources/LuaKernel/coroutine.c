// The coroutines that scripts make.
//
// An await inside such a coroutine must suspend the whole task (task.c). So `resume` yields the await mark to its own caller.
#include "task.h"

static bool is_await(lua_State *co, int results) {
  return results == 1 && lua_islightuserdata(co, -1) && lua_touserdata(co, -1) == (void *)&lk_await_mark;
}

static int close_thread(lua_State *co, lua_State *from) {
#if LUA_VERSION_RELEASE_NUM >= 50406
  return lua_closethread(co, from);
#elif LUA_VERSION_RELEASE_NUM >= 50405
  return lua_resetthread(co, from);
#else
  (void)from;
  return lua_resetthread(co);
#endif
}

bool lk_close_coroutine(lk_vm *vm, lua_State *co, lua_State *from) {
  // Lua 5.4.4 does not count the C stack that closing uses.
  const char *here = __builtin_frame_address(0);
  size_t used = here < vm->stack ? (size_t)(vm->stack - here) : (size_t)(here - vm->stack);
  if (vm->closing && used > LK_CLOSE_STACK) return false;
  lua_State *outer = vm->running;
  vm->closing++;
  vm->running = co;
  if (lk_killed(vm)) lk_arm(co);
  close_thread(co, from);
  vm->running = outer;
  vm->closing--;
  return true;
}

int lk_run_coroutine(lk_vm *vm, lua_State *L, lua_State *co, int count, int *results) {
  lua_State *outer = vm->running;
  bool chain = vm->chain;
  vm->chain = chain && (L == NULL || lua_isyieldable(L));
  vm->running = co;
  if (lk_killed(vm)) lk_arm(co); else lua_sethook(co, NULL, 0, 0);
  // The C calls of a coroutine count for its resumer, also for tasks that the host resumes.
  int status = lua_resume(co, outer, count, results);
  vm->running = outer;
  vm->chain = chain;
  if (lk_killed(vm)) lk_arm(outer);
  return status;
}

void lk_set_awaiting(lua_State *L, lua_State *co, bool awaiting) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, lk_of(L)->awaiting);
  lua_pushthread(co);
  if (co != L) lua_xmove(co, L, 1);
  if (awaiting) lua_pushboolean(L, 1); else lua_pushnil(L);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

static bool is_awaiting(lua_State *L, lua_State *co) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, lk_of(L)->awaiting);
  lua_pushthread(co);
  if (co != L) lua_xmove(co, L, 1);
  bool result = lua_rawget(L, -2) != LUA_TNIL;
  lua_pop(L, 2);
  return result;
}

// MARK: what scripts call

static lua_State *thread_at(lua_State *L, int index) {
  lua_State *co = lua_tothread(L, index);
  luaL_argexpected(L, co, index, "coroutine");
  return co;
}

static int continue_resume(lua_State *L, int status, lua_KContext context);

enum { WRAPPED = 1 };

// The coroutine is at stack index 1; `count` values for it are on top of its own stack.
static int resume_with(lua_State *L, lua_State *co, int count, lua_KContext context) {
  lk_vm *vm = lk_of(L);
  int results;
  int status = lk_run_coroutine(vm, L, co, count, &results);
  if (status == LUA_YIELD && is_await(co, results)) {
    lua_pop(co, 1);
    lk_set_awaiting(L, co, true);
    lua_settop(L, 1);
    lua_pushlightuserdata(L, (void *)&lk_await_mark);
    return lua_yieldk(L, 1, context, continue_resume);
  }
  if (status != LUA_OK && status != LUA_YIELD) {
    if (lk_killed(vm) || status == LUA_ERRMEM) {
      if (!lk_killed(vm)) lk_kill_for_memory(vm);
      return lk_die(L);
    }
    if (context == WRAPPED) {
      bool closed = lk_close_coroutine(vm, co, L);
      if (lk_killed(vm)) return lk_die(L);
      if (closed || lua_gettop(co) > 0) lua_xmove(co, L, 1); else lua_pushliteral(L, "the coroutine failed");
      if (lua_type(L, -1) == LUA_TSTRING) {
        luaL_where(L, 1);
        lua_insert(L, -2);
        lua_concat(L, 2);
      }
      return lua_error(L);
    }
    lua_pushboolean(L, 0);
    lua_xmove(co, L, 1);
    lk_mark_error(L);
    return 2;
  }
  if (!lua_checkstack(L, results + 1)) {
    lua_pop(co, results);
    return luaL_error(L, "too many results to resume");
  }
  if (context != WRAPPED) lua_pushboolean(L, 1);
  lua_xmove(co, L, results);
  return context == WRAPPED ? results : results + 1;
}

static int continue_resume(lua_State *L, int status, lua_KContext context) {
  (void)status;
  lua_State *co = lua_tothread(L, 1);
  lk_set_awaiting(L, co, false);
  int count = lua_gettop(L) - 1;
  if (!lua_checkstack(co, count)) return luaL_error(L, "too many values to resume with");
  lua_xmove(L, co, count);
  return resume_with(L, co, count, context);
}

static int start_resume(lua_State *L, lua_State *co, lua_KContext context) {
  int count = lua_gettop(L) - 1;
  const char *problem = NULL;
  if (lua_status(co) == LUA_OK && lua_gettop(co) == 0) {
    problem = "cannot resume dead coroutine";
  } else if (is_awaiting(L, co)) {
    problem = "cannot resume a coroutine that awaits";
  } else if (!lua_checkstack(co, count)) {
    problem = "too many arguments to resume";
  } else {
    lua_Debug ar;
    bool active = lua_status(co) == LUA_OK && lua_getstack(co, 0, &ar);
    if (co == L || active) problem = "cannot resume non-suspended coroutine";
    if (lua_status(co) != LUA_OK && lua_status(co) != LUA_YIELD) problem = "cannot resume dead coroutine";
  }
  if (problem) {
    if (context == WRAPPED) return luaL_error(L, "%s", problem);
    lua_pushboolean(L, 0);
    lua_pushstring(L, problem);
    return 2;
  }
  lua_xmove(L, co, count);
  return resume_with(L, co, count, context);
}

static int resume(lua_State *L) { return start_resume(L, thread_at(L, 1), 0); }

static int wrapped(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  return start_resume(L, lua_tothread(L, 1), WRAPPED);
}

static int create(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_State *co = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  return 1;
}

static int wrap(lua_State *L) {
  create(L);
  lua_pushcclosure(L, wrapped, 1);
  return 1;
}

static int yield(lua_State *L) {
  if (L == lk_of(L)->task_thread) return luaL_error(L, "attempt to yield from outside a coroutine");
  return lua_yield(L, lua_gettop(L));
}

static const char *status_of(lua_State *L, lua_State *co) {
  if (co == L) return "running";
  if (co == lk_of(L)->main) return "normal";
  switch (lua_status(co)) {
    case LUA_YIELD: return "suspended";
    case LUA_OK: {
      lua_Debug ar;
      if (lua_getstack(co, 0, &ar)) return "normal";
      return lua_gettop(co) == 0 ? "dead" : "suspended";
    }
    default: return "dead";
  }
}

static int status(lua_State *L) {
  lua_pushstring(L, status_of(L, thread_at(L, 1)));
  return 1;
}

static int running(lua_State *L) {
  bool main = lua_pushthread(L);
  lua_pushboolean(L, main || L == lk_of(L)->task_thread);
  return 2;
}

static int is_yieldable(lua_State *L) {
  lua_State *co = lua_isthread(L, 1) ? lua_tothread(L, 1) : L;
  lua_pushboolean(L, co != lk_of(L)->task_thread && lua_isyieldable(co));
  return 1;
}

static int close(lua_State *L) {
  lk_vm *vm = lk_of(L);
  lua_State *co = thread_at(L, 1);
  const char *state = status_of(L, co);
  if (*state != 's' && *state != 'd') return luaL_error(L, "cannot close a %s coroutine", state);
  if (is_awaiting(L, co)) return luaL_error(L, "cannot close a coroutine that awaits");
  if (!lk_close_coroutine(vm, co, L)) return luaL_error(L, "coroutine.close is nested too deep");
  if (lk_killed(vm)) return lk_die(L);
  if (lua_gettop(co) == 0) {
    lua_pushboolean(L, 1);
    return 1;
  }
  lua_pushboolean(L, 0);
  lua_xmove(co, L, 1);
  return 2;
}

void lk_open_coroutines(lua_State *L) {
  static const luaL_Reg functions[] = {
    {"create", create}, {"resume", resume}, {"running", running}, {"status", status}, {"wrap", wrap},
    {"yield", yield}, {"isyieldable", is_yieldable}, {"close", close}, {NULL, NULL},
  };
  luaL_newlib(L, functions);
}
