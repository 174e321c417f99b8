import Foundation
import Testing

@Suite("A long history in the inspector", .serialized, .enabled(if: Browser.isWanted, "\(Browser.isMissing)"))
struct ScaleTests {
  @Test("10,000 rows scroll with few elements; prints the work of a frame")
  func scrolls() throws {
    let app = try InspectedApp(files: Self.counter, "--seed", "1")
    let page = try InspectorPage(of: app)
    try raiseLimit(page)
    try dispatch(10000, page)
    let measured = try page.browser.command("POST", "/execute/async", ["script": .string(Self.scroll), "args": []])
    let work = measured["work"].items.map(\.number).sorted()
    let (middle, high) = (work[work.count / 2], work[work.count * 95 / 100])
    print(
      "inspector: \(Int(measured["rows"].number)) rows; work of a scrolled frame: p50 \(text(middle)) ms, p95 \(text(high)) ms"
    )
    #expect(measured["elements"].number < 120)
  }

  @Test("after 100,000 actions the page holds as many as the host; prints its memory")
  func isBounded() throws {
    let app = try InspectedApp(files: Self.counter)
    let page = try InspectorPage(of: app)
    try raiseLimit(page)
    try dispatch(100_000, page)
    try page.browser.tools("HeapProfiler.collectGarbage")
    let heap = try page.browser.tools("Runtime.getHeapUsage")["usedSize"].number / 1e6
    let kept = try page.browser.run("return document.querySelector('action-list output').textContent").string
    print("inspector: after 100,000 actions the page keeps \(kept), \(text(heap)) MB of JavaScript heap")
    #expect(heap < 150)
  }

  /// Dispatches actions in turns that are shorter than the history: of a longer turn only the end is sent.
  private func dispatch(_ count: Int, _ page: InspectorPage) throws {
    for _ in 0..<count / 500 { try page.prompt("for i = 1, 500 do counter.inc{ by = i } end") }
    try page.browser.wait(
      until: "document.querySelector('history-bar output').textContent.endsWith('#\(count)')")
  }

  private func text(_ number: Double) -> String { String(format: "%.2f", number) }

  /// Lets the page keep 10,000 actions, which is more than the host keeps by default.
  private func raiseLimit(_ page: InspectorPage) throws {
    try page.browser.run(
      """
      window.isRaised = false;
      import(new URL('main.js', document.baseURI)).then(({ app }) => { app.session.hello.limit = 10000; window.isRaised = true; });
      """)
    try page.browser.wait(until: "window.isRaised")
  }

  private static let counter = [
    "app.lua": """
    local udf = require "udf"
    return udf.app { name = "counter", features = { udf.feature {
      name = "counter", state = { count = 0 }, actions = { inc = { by = "integer" } },
      reduce = { inc = function(state, action) state.count = state.count + action.by end },
    } } }
    """
  ]

  /// Scrolls ten rows a frame and measures the work of each frame, from its first callback to the end of layout and paint.
  private static let scroll = """
    const done = arguments[0];
    const list = document.querySelector('#actions');
    const work = [];
    const channel = new MessageChannel();
    let began = 0;
    let top = 0;
    channel.port1.onmessage = () => {
      work.push(performance.now() - began);
      if (work.length < 600) requestAnimationFrame(step);
      else done({ work, rows: list.count, elements: list.querySelectorAll('.row').length });
    };
    const step = () => {
      began = performance.now();
      top = (top + 220) % (list.scrollHeight - list.clientHeight);
      list.scrollTop = top;
      // A message comes after the frame's layout and paint.
      channel.port2.postMessage(0);
    };
    requestAnimationFrame(step);
    """
}
