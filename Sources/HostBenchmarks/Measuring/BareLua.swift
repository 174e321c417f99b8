import CLua

/// The baseline for reducers: the plain Lua library, a plain table as state, and `lua_pcall`.
final class BareLua {
  private let state: OpaquePointer

  /// Runs source text that returns the reducer and the state.
  init(_ source: String) {
    state = luaL_newstate()
    luaL_openlibs(state)
    luaL_loadstring(state, source)
    lua_callk(state, 0, 2, 0, nil)
  }

  deinit { lua_close(state) }

  /// Calls `reducer(state, { type = type, [field] = value })` `count` times, with a new action each time.
  func reduce(type: StaticString, field: StaticString, count: Int, _ value: () -> Int) {
    for _ in 0..<count {
      lua_pushvalue(state, 1)
      lua_pushvalue(state, 2)
      lua_createtable(state, 0, 2)
      lua_pushstring(state, UnsafeRawPointer(type.utf8Start).assumingMemoryBound(to: CChar.self))
      lua_setfield(state, -2, "type")
      lua_pushinteger(state, lua_Integer(value()))
      lua_setfield(state, -2, UnsafeRawPointer(field.utf8Start).assumingMemoryBound(to: CChar.self))
      lua_pcallk(state, 2, 0, 0, 0, nil)
    }
  }
}
