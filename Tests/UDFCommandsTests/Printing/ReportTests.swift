import Testing
import UDFHost
import UDFTooling

@testable import UDFCommands

@Suite("Printing of errors, reloads and log entries")
struct ReportTests {
  private let error = HostError(
    code: "refused",
    message: """
      features/cart.lua:12: cart/add: qty must be a number, got string "x"
        The action was refused and the state is unchanged.
      """, file: "features/cart.lua", line: 12, traceback: "in reducer add")

  @Test("an error is printed with its traceback only on request")
  func errorText() {
    #expect(ErrorFormatter().text(error) == error.message)
    #expect(ErrorFormatter(showsTraceback: true).text(error) == error.message + "\n  in reducer add")
    let coloured = ErrorFormatter(palette: Palette(isColoured: true)).text(error)
    #expect(Palette.rendered(coloured).hasPrefix("\u{1B}[31mfeatures"))
  }

  @Test("a long line is broken between words, and never between a number and its unit", arguments: [0, 1])
  func broken(colour: Int) {
    let palette = Palette(isColoured: colour == 1)
    let text = "2 files · generation 12 · \(palette.dim(ElapsedTime.text(seconds: 0.0018))) · 3 features"
    let lines = Palette.wrapped(text, to: 30).split(separator: "\n").map { Palette.columns(of: String($0)) }
    #expect(Palette.wrapped("2 files · generation 12 · 1.8 ms", to: 30) == "2 files · generation 12 ·\n  1.8 ms")
    #expect(lines == [25, 21])
  }

  @Test("control characters in an error are escaped, the console's own colour is not")
  func control() {
    let error = HostError(code: "usage", message: "a \u{1B}[31mb\n  c\u{202E}d\r", traceback: "\te\u{9B}f")
    let text = ErrorFormatter(palette: Palette(isColoured: true), showsTraceback: true).text(error)
    #expect(
      Palette.rendered(text)
        == "\u{1B}[31ma \\x1B[31mb\u{1B}[0m\n  c\\u{202e}d\\r\n\u{1B}[2m  \te\\u{9b}f\u{1B}[0m")
  }

  @Test("a log message of several lines cannot imitate a line of the host")
  func forgedLine() {
    #expect(
      LogFormatter().text(level: "info", message: "saved\n✓ reload cart.lua", fields: [:])
        == "[info] saved\n  ✓ reload cart.lua")
  }

  @Test("a reload prints its files, generation, duration and the effect on the state")
  func reload() {
    var report = ReloadReport(
      generation: 2, ok: true, files: ["features/cart.lua"], error: nil, duration: 0.0012, stateReset: false)
    #expect(
      ReloadFormatter().text(report) == "✓ reload features/cart.lua · generation 2 · 1.2 ms · state kept")
    report.files = ["a", "b", "c", "d"]
    report.stateReset = true
    #expect(ReloadFormatter().text(report) == "✓ reload 4 files · generation 2 · 1.2 ms · state reset")
  }

  @Test("a failed reload prints the error and the running generation")
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

  @Test("a reload that is refused at once is named only once")
  func refusedReload() {
    let report = ReloadReport(
      generation: 1, ok: false, files: [],
      error: HostError(code: "usage", message: "reload: a script is running; try again when it has ended"),
      duration: 0, stateReset: false)
    #expect(
      ReloadFormatter().text(report) == """
        ✗ reload: a script is running; try again when it has ended
           still running generation 1
        """)
  }

  @Test("a log line prints its level and fields")
  func log() {
    #expect(
      LogFormatter().text(level: "info", message: "restored", fields: ["n": 3]) == "[info] restored {n=3}")
  }

  @Test("a sync feature prints its progress and its problem")
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

  @Test("a feature prints its actions with their fields, and in detail with their types")
  func feature() {
    #expect(
      FeatureFormatter().summary(ShopSource().features) == """
        cart   add{qty, sku} sort{by} clear  · events tap tapAll
        stock  updated
        """)
    #expect(
      FeatureFormatter().details(ShopSource().features[0]) == """
        cart  features/cart.lua:2
          cart.add{qty = integer, sku = string}
          cart.sort{by = …}
          cart.clear{}
          events: tap, tapAll
          :view cart shows its view state
        """)
  }
}
