import HostTesting
import UDFHost

/// A feature whose state can be any plain data.
enum Things {
  static let source = Source.feature(
    """
      name = "things",
      state = { held = udf.list {}, count = 0, chosen = "a" },
      reduce = {
        put = function(state, action) state[action.key] = action.value end,
        add = function(state, action) table.insert(state.held, action.at or #state.held + 1, action.value) end,
        drop = function(state, action) table.remove(state.held, action.at) end,
        sort = function(state) table.sort(state.held, function(a, b) return tostring(a) < tostring(b) end) end,
        replace = function(state, action) return action.state end,
        fail = function(state) state.count = 7; error("no luck") end,
      },
    """)

  /// Cases that are easily confused with others.
  static let nasty: [Value] = [
    .string(""), .string("\u{0}\u{1}\n\r\t\"\\$/\u{7F}é\u{2028}🙂"), .bytes([0xFF, 0x00, 0x80, 0xC3]), .null,
    .list([]), .map([:]), 1, 1.0, -0.0, 0.1, 1e300, .number(.leastNonzeroMagnitude), .integer(.max), .integer(.min),
    .number(.infinity),
    .number(-.infinity), .number(.nan), 9_007_199_254_740_993, .boolean(false),
    ["$bytes": "ff"], ["$": 1, "$$": 2], ["$number": "nan"], ["end": 1, "a b": 2, "": 3], [[], [[:]], .null],
  ]
}
