import Testing

@Suite("The history in batch")
struct HistoryTests {
  private let folder = AppFolder()

  @Test("is filtered, compared, visited and blamed by commands")
  func commands() throws {
    let run = try Batch(
      folder, "-e", "counter.inc{ by = 2 }", "-e", "counter.inc{ by = 5 }", "-e", ":hist 1 counter/*", "-e", ":diff 0",
      "-e", ":diff 1 2", "-e", ":at 1", "-e", "state.counter.count", "-e", ":at live", "-e", "state.counter.count",
      "-e", ":blame counter.count")
    let lines = run.lines
    #expect(lines[0].hasPrefix("#2 counter/inc {by=5}"))
    #expect(lines[1...4] == ["counter.count: 0 → 7", "counter.count: 2 → 7", "2", "7"])
    #expect(lines[5] == "counter.count: 7")
    #expect(lines[6].hasPrefix("  written by ") && lines[6].hasSuffix("in #2 counter/inc {by=5}"))
    #expect(lines[7].hasPrefix("  sent from -e:1, "))
    #expect(run.error == "" && run.code == 0)
  }

  @Test("of a path at which nothing stands it is told what may have been meant")
  func mistyped() throws {
    let run = try Batch(
      folder, "--keep-going", "-e", "counter.inc{}", "-e", ":blame counter.cnt", "-e", ":watch counter.totals", "-e",
      ":hist path=countr", "-e", ":state counter.itms", "-e", ":watch view.counter.labl")
    #expect(
      run.lines == [
        "counter.cnt: nil", "  initial state", "[watch] counter.totals: nil", "nil", "[watch] view.counter.labl: nil",
      ])
    #expect(
      run.error == """
        [warning] counter has no "cnt" now. Known names: count, items.
        [warning] counter has no "totals" now. Known names: count, items.
        countr: there is no feature "countr". Did you mean "counter"?
        [warning] counter has no "itms" now. Did you mean "items"?
        [warning] view.counter has no "labl" now. Did you mean "label"?

        """)
    #expect(run.code == 1)
  }

  @Test("a session that ends in the past comes back first, so that its effects are waited for")
  func ending() throws {
    let run = try Batch(folder, "-e", "counter.inc{ by = 2 }", "-e", ":at 0")
    #expect(run.code == 0 && run.error == "")
  }

  @Test("what does not suit a command is told, and sending in the past is refused")
  func refusals() throws {
    let run = try Batch(
      folder, "--keep-going", "-e", ":diff", "-e", ":diff x", "-e", ":at never", "-e", ":blame", "-e",
      "counter.inc()", "-e", ":at 0", "-e", "counter.inc()")
    #expect(
      run.error == """
        :diff: takes the number of one action or of two, as in :diff 3 7, got nothing
        :diff: takes the number of one action or of two, as in :diff 3 7, got x
        :at: takes the number of an action, as in :at 3, or live, got never
        :blame: takes a path, as in :blame cart.items[1].qty
        -e:1: counter/inc: this is the past, as #0 left it, where one can only look
          To go on, come back to the present: :at live

        """)
    #expect(run.code == 1)
  }
}
