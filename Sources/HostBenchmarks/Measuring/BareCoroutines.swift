import CLua

/// The baseline for effects: coroutines of the plain Lua library.
final class BareCoroutines {
  private let state: OpaquePointer

  init() {
    state = luaL_newstate()
    luaL_openlibs(state)
    luaL_loadstring(
      state, "local yield = coroutine.yield; return function() while true do yield() end end, function() end")
    lua_callk(state, 0, 2, 0, nil)
  }

  deinit { lua_close(state) }

  /// Resumes a yielding coroutine `count` times.
  func switches(_ count: Int) {
    let thread = lua_newthread(state)
    lua_pushvalue(state, 1)
    lua_xmove(state, thread, 1)
    var results: CInt = 0
    for _ in 0..<count { lua_resume(thread, state, 0, &results) }
    lua_settop(state, 2)
  }

  /// Makes `count` coroutines and runs each to its end.
  func lives(_ count: Int) {
    var results: CInt = 0
    for _ in 0..<count {
      let thread = lua_newthread(state)
      lua_pushvalue(state, 2)
      lua_xmove(state, thread, 1)
      lua_resume(thread, state, 0, &results)
      lua_settop(state, 2)
    }
  }
}
