/// The counter of W1, as an app and as plain Lua.
enum Counter {
  static func app() throws -> TemporaryApp {
    try TemporaryApp.feature(
      """
      name = "counter", state = { count = 0 },
      reduce = { inc = function(state, action) state.count = state.count + action.by end }
      """)
  }

  static func bare() -> BareLua {
    BareLua("return function(state, action) state.count = state.count + action.by end, { count = 0 }")
  }

  /// A line for the prompt that dispatches `count` actions.
  static func loop(_ count: Int) -> String { "for i = 1, \(count) do counter.inc{ by = 1 } end" }
}
