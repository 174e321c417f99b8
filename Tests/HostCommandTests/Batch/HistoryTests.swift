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
    #expect(lines[7].hasPrefix("  sent from -e 2:1, "))
    #expect(run.error == "" && run.code == 0)
  }

  @Test("for a path without a value, a suggestion is printed")
  func mistyped() throws {
    let run = try Batch(
      folder, "--keep-going", "-e", "counter.inc{}", "-e", ":blame counter.cnt", "-e", ":watch counter.totals", "-e",
      ":hist path=countr", "-e", ":state counter.itms", "-e", ":watch view.counter.labl")
    #expect(
      run.lines == [
        "counter.cnt: nil", "  no action has written it", "[watch] counter.totals: nil", "nil",
        "[watch] view.counter.labl: nil",
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

  @Test("for a name without a value, a warning is printed, with a suggestion if another name is similar")
  func mistypedState() throws {
    let run = try Batch(
      folder, "-e", "state.counter.cuont", "-e", "state.countr", "-e", "state.counter.other", "-e",
      "state.counter.items.other", "-e", "state.counter.count", "-e", "countr", "-e", "local y = 3", "-e", "y", "-e",
      "nil", "-e", "print(countr)", "-e", "payer = Ann", "-e", "local n, f = 1, { a = n } print(n, payer, f.a)", "-e",
      "sum = 1 print(sum)", "-e", "function late() return print(later) end", "-e",
      #"state["countr"]"#, "-e", "countr -- a comment")
    #expect(
      run.lines == ["nil", "nil", "nil", "nil", "0", "nil", "nil", "nil", "nil", "1\tnil\tnil", "1", "nil", "nil"])
    #expect(
      run.error == """
        [warning] counter has no "cuont" now. Did you mean "count"?
        [warning] state has no "countr" now. Did you mean "counter"?
        [warning] counter has no "other" now. Known names: count, items.
        [warning] there is no variable "countr". Did you mean "counter"?
        [warning] there is no variable "y". A local variable ends with its line.
        [warning] there is no variable "countr". Did you mean "counter"?
        [warning] there is no variable "Ann". A local variable ends with its line.
        [warning] there is no variable "n". A local variable ends with its line.
        [warning] state has no "countr" now. Did you mean "counter"?
        [warning] there is no variable "countr". Did you mean "counter"?

        """)
    #expect(run.code == 0)
  }

  @Test("a session that ends at a past point returns first, so that its effects are awaited")
  func ending() throws {
    let run = try Batch(folder, "-e", "counter.inc{ by = 2 }", "-e", ":at 0")
    #expect(run.code == 0 && run.error == "")
  }

  @Test(":at alone tells which state is shown")
  func moment() throws {
    let run = try Batch(folder, "-e", "counter.inc{}", "-e", ":at", "-e", ":at 1", "-e", ":at")
    #expect(run.lines == ["live", "as #1 left it · :at live returns"])
    #expect(run.error == "")
  }

  @Test("a wrong argument of a command is reported, and sending at a past point is refused")
  func refusals() throws {
    let run = try Batch(
      folder, "--keep-going", "-e", ":diff", "-e", ":diff x", "-e", ":at never", "-e", ":blame", "-e",
      "counter.inc()", "-e", ":at 0", "-e", "counter.inc()")
    #expect(
      run.error == """
        :diff: takes the number of one action or of two, as in :diff 3 7, got nothing
        :diff: takes the number of one action or of two, as in :diff 3 7, got x
        :at: takes the number of an action, as in :at 3, a position of the shared log, as in :at log:3, or live, got never
        :blame: takes a path, as in :blame cart.items[1].qty
        -e 7:1: counter/inc: the past state after #0 is shown and cannot be changed
          To continue, return to the present: :at live

        """)
    #expect(run.code == 1)
  }
}
