import Testing
import UDFHost

@testable import UDFCommands

@Suite("Printing of costs")
struct CostFormatterTests {
  private let costs: [Cost] = {
    var add = Cost(.reducer, "cart/add")
    (add.calls, add.seconds, add.worst, add.bytes) = (30, 0.0012, 0.0001, 1234)
    var view = Cost(.view, "cart")
    (view.calls, view.seconds, view.worst, view.bytes) = (1, 0.000_000_4, 0.000_000_4, 34_000_000)
    return [add, view]
  }()

  @Test("as a table")
  func table() {
    #expect(
      CostFormatter(width: 80).text(costs) == """
         total  calls    mean    worst   bytes
        1.2 ms     30   40 µs  0.10 ms  1.2 kB  reducer cart/add
        0.4 µs      1  0.4 µs   0.4 µs   34 MB  view cart
        """)
  }

  @Test("with fewer columns in a narrow window", arguments: [40, 24, 20])
  func narrow(width: Int) {
    for line in CostFormatter(width: width).text(costs).split(separator: "\n") { #expect(line.columns <= width) }
    #expect(CostFormatter(width: 40).text(costs).contains("30   40 µs  reducer cart/add"))
  }

  @Test("of one action, each run indented below the one around it")
  func runs() {
    let spans = [
      CostSpan(kind: .view, name: "cart", action: 1, depth: 0, start: 2, seconds: 0.0012),
      CostSpan(kind: .computed, name: "cart.total", action: 1, depth: 1, start: 2, seconds: 0.000_04),
    ]
    #expect(
      CostFormatter(width: 80).text(spans) == """
        1.2 ms  view cart
         40 µs    computed cart.total
        """)
  }

  @Test(
    "memory has useful digits",
    arguments: [
      (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (12_345, "12 kB"), (999_600, "1.0 MB"), (2_500_000_000, "2.5 GB"),
    ])
  func bytes(count: Int, text: String) { #expect(ByteCount.text(count) == text) }
}
