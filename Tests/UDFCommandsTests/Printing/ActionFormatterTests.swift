import Testing
import UDFHost

@testable import UDFCommands

@Suite("Printing of actions and changes")
struct ActionFormatterTests {
  private func record(
    _ type: String, _ fields: Record, origin: Origin = .prompt, status: Status = .committed,
    changes: [Change] = [],
    undone: Bool = false
  ) -> ActionRecord {
    ActionRecord(
      n: 1, type: type, fields: fields, origin: origin, status: status, changes: changes, duration: 0.000_02,
      undone: undone)
  }

  private func change(
    _ operation: Change.Operation, _ keys: PathKey..., old: Value = .none, new: Value = .none
  ) -> Change {
    Change(operation, Path(keys), old: old, new: new)
  }

  @Test("an action from the prompt is printed with its time, followed by its changes")
  func prompt() {
    let record = record(
      "cart/add", ["sku": "A1", "qty": 2],
      changes: [
        change(.insert, .key("cart"), .key("items"), .index(1), new: ["qty": 2, "sku": "A1"]),
        change(.set, .key("cart"), .key("total"), old: 0, new: 39.8),
      ])
    #expect(
      ActionFormatter().lines(record) == [
        #"#1 cart/add {qty=2, sku="A1"}                                   0.02 ms"#,
        #"   cart.items[1]: + {qty=2, sku="A1"}"#,
        "   cart.total: 0 → 39.8",
      ])
  }

  @Test("in a narrow window the fields of an action are printed rather than its time")
  func narrow() {
    let fields: Record = ["author": "Jane Austen", "note": "from the library", "title": "Emma"]
    let record = record(
      "books/add", fields,
      changes: [change(.insert, .key("books"), .key("books"), .index(1), new: .map(fields))])
    #expect(
      ActionFormatter(width: 50).lines(record) == [
        #"#1 books/add {title="Emma", … 2 more}     0.02 ms"#,
        #"   books.books[1]: + {title="Emma", … 2 more}"#,
      ])
    let short = self.record("books/rate", ["id": 1])
    #expect(
      ActionFormatter(width: 50).lines(short) == ["#1 books/rate {id=1}                      0.02 ms", "   no change"])
  }

  @Test("the fields that a person sent are shown before the stamped ones, which are left out first")
  func stamped() throws {
    var action = record("board/add", ["id": "9dd5e4bc-5a1f-4b5e-8a53-0242ac120002", "title": "milk", "to": 2])
    action.stamped = ["id"]
    #expect(
      ActionFormatter().lines(action)[0]
        == #"#1 board/add {title="milk", to=2, id="9dd5e4bc-5a1f-4b5e-8a53-024"…}  0.02 ms"#)
    #expect(
      ActionFormatter(width: 60).summary(action)
        == #"#1 board/add {title="milk", to=2, … 1 more}       0 changes"#)
    var blame = Blame(path: try Path("board.last"), value: 1, isWholeHistory: true)
    blame.action = action
    #expect(HistoryFormatter(width: 60).blame(blame).contains(#"in #1 board/add {to=2, … 2 more}"#))
  }

  @Test("an action of a shared feature names its host, and its position in the log or that it is optimistic")
  func shared() {
    var action = record("board/add", ["title": "milk"])
    action.shared = SharedOrigin(host: "till-1")
    #expect(
      ActionFormatter().lines(action)[0]
        == #"#1 board/add {title="milk"}                         optimistic, 0.02 ms"#)
    #expect(
      ActionFormatter().summary(action)
        == #"#1 board/add {title="milk"}                0 changes, till-1 optimistic"#)
    #expect(ActionFormatter(width: 45).lines(action)[0] == #"#1 board/add {title="milk"}       optimistic"#)
    action.shared?.position = 41
    #expect(
      ActionFormatter().summary(action)
        == #"#1 board/add {title="milk"}                    0 changes, till-1 log:41"#)
    action.origin = .log
    #expect(ActionFormatter().lines(action) == [#"[log till-1] #1 board/add {title="milk"}"#])
    #expect(
      ActionFormatter().summary(action)
        == #"#1 board/add {title="milk"}                    0 changes, till-1 log:41"#)
  }

  @Test("an action of another host that is refused has its reason, below the line if the window is narrow")
  func refusedElsewhere() {
    var action = record("board/add", ["title": "milk", "note": "without sugar"], origin: .log)
    action.shared = SharedOrigin(host: "till-1", position: 41)
    action.status = .rejected
    action.refusal = "the board is full"
    #expect(
      ActionFormatter(width: 100).lines(action)
        == [#"[log till-1] #1 board/add {note="without sugar", title="milk"}  rejected: the board is full"#])
    #expect(
      ActionFormatter(width: 60).lines(action)
        == [#"[log till-1] #1 board/add {title="milk", … 1 more}  rejected"#, "   the board is full"])
  }

  @Test("a line of the history fits a narrow window, with fewer remarks")
  func narrowSummary() {
    var action = record("incidents/acknowledge", ["id": 7], origin: .event, undone: true)
    action.event = "incidents.tap"
    let lines = [100, 70, 50, 40, 36].map { ActionFormatter(width: $0).summary(action) }
    #expect(
      lines == [
        "#1 incidents/acknowledge {id=7}  0 changes, event ← incidents.tap, undone",
        "#1 incidents/acknowledge     0 changes, event ← incidents.tap, undone",
        "#1 incidents/acknowledge  0 changes, event, undone", "#1 incidents/acknowledge  event, undone",
        "#1 incidents/acknowledge     undone",
      ])
  }

  @Test("a line is as long as a wide window if the fields need it")
  func wide() {
    let fields: Record = [
      "at": "2026-11-27T20:15:00Z", "author": "Jane Austen", "note": "from the library", "title": "Emma",
    ]
    #expect(
      ActionFormatter(width: 100).summary(record("books/add", fields))
        == #"#1 books/add {at="2026-11-27T"…, author="Jane Austen", note="from the l"…, title="Emma"}  0 changes"#)
  }

  @Test(
    "with colours, an added value is green, a removed one red, a replaced one yellow")
  func colours() {
    let changes = [
      change(.insert, .key("a"), .index(1), new: 1), change(.remove, .key("a"), .index(1), old: 1),
      change(.set, .key("b"), new: 2), change(.set, .key("b"), old: 2), change(.set, .key("c"), old: 1, new: 2),
      change(.move, .key("d"), .index(3), old: 3, new: 1),
    ]
    let lines = ChangeFormatter(palette: Palette(isColoured: true)).lines(changes, limit: nil).map(Palette.rendered)
    #expect(
      lines == [
        "   a[1]: \u{1B}[32m+ 1\u{1B}[0m", "   a[1]: \u{1B}[31m- 1\u{1B}[0m", "   b: \u{1B}[32m+ 2\u{1B}[0m",
        "   b: \u{1B}[31m- 2\u{1B}[0m", "   c: \u{1B}[33m1 → 2\u{1B}[0m", "   d: \u{1B}[33m↕ 3 → 1\u{1B}[0m",
      ])
    #expect(
      ChangeFormatter().lines(changes, limit: 2) == ["   a[1]: + 1", "   a[1]: - 1", "   … 4 more"])
  }

  @Test("in a narrow window, a line ends with the event, and a long text uses the remaining space")
  func narrowEvent() {
    let text = "walk the dog every morning before breakfast"
    var record = record(
      "habits/named", ["text": "fail"], origin: .event,
      changes: [change(.set, .key("habits"), .key("name"), old: "", new: .string(text))])
    record.event = "habits.named"
    let lines = ActionFormatter(width: 50).lines(record)
    #expect(lines[0] == "[event] #1 habits/named ← habits.named")
    #expect(lines[1].hasPrefix("   habits.name: \"\" → \"walk the dog"))
    #expect(lines.allSatisfy { $0.columns <= 50 }, "\(lines)")
  }

  @Test("of a table that was replaced by a similar one, the few changes inside it are printed")
  func replaced() {
    func rows(_ count: Int, _ open: Set<Int>) -> Value {
      .list((1...count).map { ["id": .integer(Int64($0)), "isOpen": .boolean(open.contains($0))] })
    }
    func lines(_ old: Value, _ new: Value) -> [String] {
      let changed = change(.set, .key("tickets"), .key("rows"), old: old, new: new)
      return Array(ActionFormatter(width: 60).lines(record("tickets/load", [:], changes: [changed])).dropFirst())
    }
    #expect(lines(rows(12, [5]), rows(12, [])) == ["   tickets.rows[5].isOpen: true → false"])
    #expect(lines(rows(12, []), rows(13, [])) == ["   tickets.rows[13]: + {id=13, isOpen=false}"])
    #expect(lines(rows(12, []), rows(12, [])) == ["   tickets.rows: replaced by an equal value"])
    #expect(lines(rows(12, []), rows(12, [1, 2, 3, 4])).count == 1)
    #expect(lines(rows(2, []), .list([])) == ["   tickets.rows: {{id=1, isOpen=false}, {…}} → {}"])
  }

  @Test("in a narrow window, long values of a change are printed below its path")
  func narrowChange() {
    let changed = change(
      .set, .key("catalogue"), .key("books"), .index(12), .key("description"),
      old: "a comedy of manners about a matchmaker",
      new: "a novel about a young woman who makes matches")
    let lines = ActionFormatter(width: 50).lines(record("catalogue/edit", [:], changes: [changed]))
    #expect(
      lines.dropFirst() == [
        "   catalogue.books[12].description:", #"     "a comed"… (38 bytes) → "a novel"… (45 bytes)"#,
      ])
    #expect(lines.allSatisfy { $0.columns <= 50 }, "\(lines)")
    // A short change stays on one line.
    let short = change(.set, .key("catalogue"), .key("books"), .index(12), .key("description"), old: 1, new: 2)
    let line = ActionFormatter(width: 50).lines(record("catalogue/edit", [:], changes: [short])).last
    #expect(line == "   catalogue.books[12].description: 1 → 2")
  }

  @Test("an action without a change is printed as such")
  func noChange() {
    let lines = ActionFormatter(width: 40).lines(record("cart/noop", [:]))
    #expect(lines == ["#1 cart/noop                    0.02 ms", "   no change"])
  }

  @Test("a single change from another source is on the line of its action")
  func elsewhere() {
    let stock = change(.set, .key("stock"), .key("A1"), old: 9, new: 7)
    #expect(
      ActionFormatter().lines(record("stock/updated", [:], origin: .sync, changes: [stock])) == [
        "[sync] #1 stock/updated  stock.A1: 9 → 7"
      ])
    #expect(
      ActionFormatter().lines(record("stock/updated", [:], origin: .effect, changes: [stock, stock])) == [
        "[effect] #1 stock/updated", "   stock.A1: 9 → 7", "   stock.A1: 9 → 7",
      ])
  }

  @Test("the script line and the cause of an action are printed if there is space")
  func site() {
    var record = record(
      "stock/updated", [:], origin: .effect, changes: [change(.set, .key("stock"), .key("A1"), old: 9, new: 7)])
    (record.site, record.cause) = ("features/cart.lua:30", 1)
    #expect(
      ActionFormatter().lines(record) == [
        "[effect] #1 stock/updated  stock.A1: 9 → 7  features/cart.lua:30 ← #1"
      ])
    #expect(ActionFormatter(width: 50).lines(record) == ["[effect] #1 stock/updated  stock.A1: 9 → 7"])
    record.site = "prompt:1"
    #expect(ActionFormatter().lines(record) == ["[effect] #1 stock/updated  stock.A1: 9 → 7"])
  }

  @Test("an action of a view event names the event at every width")
  func event() {
    var record = record(
      "stock/clear", ["sku": "A1"], origin: .event,
      changes: [change(.set, .key("stock"), .key("A1"), old: 7, new: 0)])
    record.event = "stock.empty"
    let title = #"[event] #1 stock/clear {sku="A1"} ← stock.empty"#
    #expect(ActionFormatter().lines(record) == ["\(title)  stock.A1: 7 → 0"])
    #expect(ActionFormatter(width: 50).lines(record) == [title, "   stock.A1: 7 → 0"])
    #expect(
      ActionFormatter(width: 40).lines(record) == ["[event] #1 stock/clear ← stock.empty", "   stock.A1: 7 → 0"])
    #expect(
      ActionFormatter(width: 60).summary(record)
        == #"#1 stock/clear {sku="A1"}     1 change, event ← stock.empty"#)
    record.status = .rejected
    #expect(ActionFormatter().lines(record) == ["\(title)  rejected"])
  }

  @Test("such an action is shortened only if it does not fit beside the event")
  func eventAndFields() {
    var record = record("stock/clear", [:], origin: .event)
    record.event = "stock.empty"
    func text(_ count: Int) -> String { "\"\(String(repeating: "A", count: count))\"" }
    for (count, fields) in [(35, "{sku=\(text(35))}"), (36, "{sku=\(text(34))…}")] {
      record.fields = ["sku": .string(String(repeating: "A", count: count))]
      #expect(ActionFormatter().lines(record) == ["[event] #1 stock/clear \(fields) ← stock.empty"])
    }
  }

  @Test("for an action of an engine, only the rows are printed")
  func rows() {
    let row = change(.set, .key("stock"), .key("rows"), .index(1), .key("left"), old: 9, new: 7)
    let sync = change(.set, .key("stock"), .key("sync"), old: ["stale": true], new: ["stale": false])
    let fields: Record = ["rows": [["sku": "A1", "left": 7]]]
    #expect(
      ActionFormatter().lines(self.record("stock/synced", fields, origin: .sync, changes: [row, sync])) == [
        "[sync] #1 stock/synced  stock.rows[1].left: 9 → 7"
      ])
    #expect(
      ActionFormatter().lines(self.record("stock/failed", ["message": "no"], origin: .sync, changes: [sync])) == [
        #"[sync] #1 stock/failed {message="no"}"#
      ])
    let problem = "the server at http://127.0.0.1:8790 cannot be reached: nothing listens there"
    let told: Record = ["message": .string(problem), "stale": true]
    let failed = self.record("stock/failed", told, origin: .sync, changes: [sync])
    #expect(
      ActionFormatter(width: 130).lines(failed) == [
        "[sync] #1 stock/failed {message=\"\(problem)\", stale=true}"
      ])
    #expect(
      ActionFormatter().lines(failed) == [
        "[sync] #1 stock/failed {message=\"the server at http://127.0.0.1:8\"…, stale=true}"
      ])
    #expect(
      ActionFormatter(width: nil).lines(self.record("stock/synced", fields, origin: .sync, changes: [row, sync])).count
        == 3)
  }

  @Test("many changes from another source are counted, and printed if nothing is left out")
  func batch() {
    let changes = (1...50).map { change(.insert, .key("list"), .index($0), new: 1) }
    let record = record("list/loaded", [:], origin: .effect, changes: changes)
    #expect(ActionFormatter().lines(record) == ["[effect] #1 list/loaded  50 changes"])
    #expect(ActionFormatter(changeLimit: nil).lines(record).count == 51)
  }

  @Test("a refused action from the prompt is explained by its error; from elsewhere it is marked")
  func refused() {
    #expect(ActionFormatter().lines(record("cart/add", [:], status: .rejected)) == [])
    #expect(
      ActionFormatter().lines(record("cart/add", [:], origin: .effect, status: .unhandled))
        == ["[effect] #1 cart/add  unhandled"])
  }

  @Test("only the first of many changes are printed, with the number of the others")
  func manyChanges() {
    let changes = (1...50).map { change(.set, .key("list"), .index($0), old: 0, new: 1) }
    let lines = ActionFormatter(changeLimit: 2).lines(record("list/fill", [:], changes: changes))
    #expect(lines.dropFirst() == ["   list[1]: 0 → 1", "   list[2]: 0 → 1", "   … 48 more"])
  }

  @Test("of many undone actions, the first ones and the last one, their cause, are printed")
  func summaries() {
    let formatter = ActionFormatter(width: 60)
    let records = ["cart/add", "cart/tick", "cart/tick", "cart/start"].map { record($0, [:]) }
    let lines = formatter.summaries(records, limit: 3) { _ in "↶ " }
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("↶ #1 cart/add "))
    #expect(lines[1] == "… 2 more")
    #expect(lines[2].hasPrefix("↶ #1 cart/start "))
    #expect(formatter.summaries(records, limit: 4) { _ in "↷ " }.count == 4)
    #expect(formatter.summaries([]) { _ in "↷ " } == [])
  }

  @Test("the list of past actions marks their sources and the undone ones")
  func summary() {
    let formatter = ActionFormatter(width: 60)
    #expect(
      formatter.summary(record("cart/add", [:], origin: .event, undone: true))
        == "#1 cart/add                        0 changes, event, undone")
  }

  @Test("each kind of change has a sign")
  func changes() {
    let formatter = ChangeFormatter()
    let cart = PathKey.key("cart")
    let lines = [
      change(.set, cart, .key("error"), new: "late"),
      change(.set, cart, .key("error"), old: "late"),
      change(.set, cart, .key("error"), old: "a", new: .null),
      change(.remove, cart, .key("items"), .index(2), old: ["sku": "A1"]),
      change(.move, cart, .key("items"), .index(3), old: 3, new: 1),
    ].map(formatter.line)
    #expect(
      lines == [
        #"cart.error: + "late""#, #"cart.error: - "late""#, #"cart.error: "a" → udf.null"#,
        #"cart.items[2]: - {sku="A1"}"#, "cart.items: ↕ 3 → 1",
      ])
  }

  @Test("large values in a change are shortened to the line")
  func bigChange() {
    let big = Value.list((1...1000).map { .integer($0) })
    let line = ChangeFormatter(width: 60).line(change(.insert, .key("a"), .key("rows"), .index(1), new: big))
    #expect(line == "a.rows[1]: + {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, … 990 more}")
  }

  @Test(
    "times have useful digits",
    arguments: [
      (0.000_02, "0.02 ms"), (0.001_2, "1.2 ms"), (0.012_4, "12 ms"), (1.46, "1.5 s"), (0, "0.00 ms"),
    ])
  func times(seconds: Double, text: String) {
    #expect(ElapsedTime.text(seconds: seconds) == text)
  }
}
