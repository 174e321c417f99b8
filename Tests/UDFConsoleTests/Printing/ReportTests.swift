import Testing
import UDFHost
import UDFTooling

@testable import UDFConsole

@Suite("How errors, reloads and logs are written")
struct ReportTests {
  private let error = HostError(
    code: "refused",
    message: """
      features/cart.lua:12: cart/add: qty must be a number, got string "x"
        The action was refused and the state is unchanged.
      """, file: "features/cart.lua", line: 12, traceback: "in reducer add")

  @Test("an error is its message, its traceback only when asked for")
  func errorText() {
    #expect(ErrorFormatter().text(error) == error.message)
    #expect(ErrorFormatter(showsTraceback: true).text(error) == error.message + "\n  in reducer add")
    #expect(ErrorFormatter(palette: Palette(isColoured: true)).text(error).hasPrefix("\u{1B}[31mfeatures"))
  }

  @Test("an error that tells of control characters does not command the terminal")
  func control() {
    let error = HostError(code: "usage", message: "a \u{1B}[31mb\n  c\u{202E}d\r", traceback: "\te\u{9B}f")
    #expect(ErrorFormatter(showsTraceback: true).text(error) == "a  [31mb\n  cd \n   e f")
  }

  @Test("a reload names its files, generation, time and what became of the state")
  func reload() {
    var report = ReloadReport(
      generation: 2, ok: true, files: ["features/cart.lua"], error: nil, duration: 0.0012, stateReset: false)
    #expect(
      ReloadFormatter().text(report) == "✓ reload features/cart.lua · generation 2 · 1.2 ms · state kept")
    report.files = ["a", "b", "c", "d"]
    report.stateReset = true
    #expect(ReloadFormatter().text(report) == "✓ reload 4 files · generation 2 · 1.2 ms · state reset")
  }

  @Test("a reload that failed shows the error and what still runs")
  func failedReload() {
    let report = ReloadReport(
      generation: 1, ok: false, files: ["features/cart.lua"],
      error: HostError(code: "syntax", message: "features/cart.lua:14:24: ')' expected near 'a'"),
      duration: 0.001,
      stateReset: false)
    #expect(
      ReloadFormatter().text(report) == """
        ✗ reload features/cart.lua:14:24: ')' expected near 'a'
           still running generation 1
        """)
  }

  @Test("a reload that is refused before it begins names itself once")
  func refusedReload() {
    let report = ReloadReport(
      generation: 1, ok: false, files: [],
      error: HostError(code: "usage", message: "reload: a script is running; ask again when it has ended"),
      duration: 0, stateReset: false)
    #expect(
      ReloadFormatter().text(report) == """
        ✗ reload: a script is running; ask again when it has ended
           still running generation 1
        """)
  }

  @Test("a log line has its level and fields")
  func log() {
    #expect(
      LogFormatter().text(level: "info", message: "restored", fields: ["n": 3]) == "[info] restored {n=3}")
  }

  @Test("a feature that is in step with a server says how far it is, and what is wrong")
  func sync() {
    var feature = ShopSource().features[1]
    feature.sync = SyncInfo(
      rows: 12_345,
      state: [
        "phase": "waiting", "stale": true, "pending": 2, "dead": 0, "problem": "no network",
        "blocked": "a.lua:7: no room",
      ])
    #expect(
      FeatureFormatter().summary([feature]) == """
        stock  updated
               sync  12,345 rows · waiting · stale · 2 pending · 0 dead · problem: no network · blocked: a.lua:7: no room
        """)
    #expect(feature.described["sync"]["rows"] == 12_345)
  }

  @Test("a feature lists its actions with their fields, and in detail with their types")
  func feature() {
    #expect(
      FeatureFormatter().summary(ShopSource().features) == """
        cart   add{qty, sku} clear  · events tap tapAll
        stock  updated
        """)
    #expect(
      FeatureFormatter().details(ShopSource().features[0]) == """
        cart  features/cart.lua:2
          cart.add{qty = integer, sku = string}
          cart.clear{}
          events: tap, tapAll
          :view cart shows its view state
        """)
  }
}
