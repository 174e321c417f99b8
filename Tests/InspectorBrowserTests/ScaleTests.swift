import Foundation
import Testing

@Suite("A long history in the inspector", .serialized, .enabled(if: Browser.isWanted, "\(Browser.isMissing)"))
struct ScaleTests {
  @Test("10,000 rows scroll with at most 8 ms of the main thread's work in 95 of 100 frames")
  func scrolls() throws {
    let app = try InspectedApp(files: Self.counter, "--seed", "1")
    let page = try InspectorPage(of: app, isTraced: true)
    try raiseLimit(page)
    try dispatch(10000, page)
    let measured = try page.browser.command("POST", "/execute/async", ["script": .string(Self.scroll), "args": []])
    let work = TraceEvent.work(ofLastFrames: 299, in: try page.browser.trace()).sorted()
    try #require(work.count > 200)
    let (middle, high) = (work[work.count / 2], work[work.count * 95 / 100])
    let rows = Int(measured["rows"].number)
    print(
      "inspector: \(rows) rows; work of \(work.count) scrolled frames: p50 \(text(middle)) ms, p95 \(text(high)) ms")
    #expect(rows == 10000)
    #expect(high <= 8)
    #expect(measured["elements"].number < 120)
  }

  @Test("after 100,000 actions the page holds as many as the host, in at most 150 MB of its process")
  func isBounded() throws {
    let app = try InspectedApp(files: Self.counter)
    let page = try InspectorPage(of: app)
    try raiseLimit(page)
    try dispatch(100_000, page)
    let busy = page.browser.pageMemory().map { Double($0) / 1e6 }
    try page.browser.tools("HeapProfiler.collectGarbage")
    let heap = try page.browser.tools("Runtime.getHeapUsage")["usedSize"].number / 1e6
    let process = page.browser.pageMemory().map { Double($0) / 1e6 }
    let kept = try page.browser.run("return document.querySelector('action-list output').textContent").string
    print(
      "inspector: after 100,000 actions the page keeps \(kept); its process has \(text(process ?? 0)) MB, \(text(busy ?? 0)) MB before garbage was collected, of which \(text(heap)) MB are JavaScript's heap"
    )
    #expect(heap < 150)
    // Only Linux reports the memory of a process.
    if let busy, let process { #expect(max(busy, process) < 150) }
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

  /// Scrolls ten rows a frame.
  private static let scroll = """
    const done = arguments[0];
    const list = document.querySelector('#actions');
    let top = 0;
    let frames = 0;
    const step = () => {
      frames += 1;
      top = (top + 220) % (list.scrollHeight - list.clientHeight);
      list.scrollTop = top;
      if (frames < 300) requestAnimationFrame(step);
      else done({ rows: list.count, elements: list.querySelectorAll('.row').length });
    };
    requestAnimationFrame(step);
    """
}
