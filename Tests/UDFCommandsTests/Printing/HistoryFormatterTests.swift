import Testing
import UDFHost

@testable import UDFCommands

@Suite("Printing of the history")
struct HistoryFormatterTests {
  private func blame() throws -> Blame {
    var blame = Blame(path: try Path("cart.items[1].qty"), value: 2, isWholeHistory: true)
    blame.written = try Path("cart.items[1]")
    blame.action = ActionRecord(
      n: 3, type: "cart/add", fields: ["sku": "A1"], origin: .prompt, status: .committed, time: 5, site: "prompt:1")
    blame.site = "features/cart.lua:12"
    blame.age = 3.2
    return blame
  }

  @Test("blame names the line, the action, its sender and its time")
  func blamed() throws {
    var blame = try blame()
    #expect(
      HistoryFormatter().blame(blame) == """
        cart.items[1].qty: 2
          written by features/cart.lua:12 at cart.items[1] in #3 cart/add {sku="A1"}
          sent from prompt:1, 3 s ago
        """)
    blame.site = nil
    blame.native = "cart"
    blame.written = blame.path
    blame.action?.site = nil
    blame.action?.origin = .effect
    blame.action?.cause = 2
    #expect(
      HistoryFormatter().blame(blame) == """
        cart.items[1].qty: 2
          written by the native feature cart in #3 cart/add {sku="A1"}
          sent by an effect, after #2, 3 s ago
        """)
    var other = blame
    other.action?.origin = .log
    other.action?.shared = SharedOrigin(host: "ann", position: 6)
    #expect(HistoryFormatter().blame(other).hasSuffix("\n  sent by the host ann, after #2, read 3 s ago"))
    blame.action?.event = "cart.tap"
    #expect(HistoryFormatter().blame(blame).hasSuffix("\n  sent by the event cart.tap, after #2, 3 s ago"))
    blame.action?.site = "prompt:1"
    #expect(
      HistoryFormatter().blame(blame).hasSuffix("\n  sent from prompt:1 by the event cart.tap, after #2, 3 s ago"))
    blame.action = nil
    #expect(HistoryFormatter().blame(blame) == "cart.items[1].qty: 2\n  initial state")
    blame.isWholeHistory = false
    #expect(HistoryFormatter().blame(blame).hasSuffix("not written by any action that the history still has"))
  }

  @Test("a past point lists what waits, and how to return")
  func moments() {
    let waiting = WaitingEvents(effects: 3, deliveries: 1)
    #expect(
      HistoryFormatter().moment(12, waiting) == "as #12 left it · 3 effects and 1 delivery wait · :at live returns")
    #expect(HistoryFormatter().moment(12, WaitingEvents(files: 1)).contains("1 saved file waits"))
    #expect(HistoryFormatter().moment(0, WaitingEvents()) == "as #0 left it · :at live returns")
    #expect(HistoryFormatter().moment(nil, waiting) == "live · 3 effects and 1 delivery had waited")
    #expect(HistoryFormatter().difference([]) == "no difference")
  }

  @Test("in JSON, each is one object")
  func json() throws {
    var blame = try blame()
    #expect(
      JSONLines.blame(blame)
        == #"{"kind":"blame","path":["cart","items",1,"qty"],"value":2,"n":3,"type":"cart/add","origin":"prompt","written":["cart","items",1],"by":"features/cart.lua:12","from":"prompt:1","age":3.2}"#
    )
    blame.action?.event = "cart.tap"
    #expect(JSONLines.blame(blame).hasSuffix(#""from":"prompt:1","event":"cart.tap","age":3.2}"#))
    #expect(
      JSONLines.moment(nil, WaitingEvents(effects: 1))
        == #"{"kind":"at","live":true,"waiting":{"deliveries":0,"effects":1,"files":0,"messages":0}}"#)
    #expect(
      try JSONLines.difference(Change(.set, Path("cart.total"), old: 0, new: 2), after: 1, upTo: 3)
        == #"{"kind":"diff","after":1,"upTo":3,"op":"set","path":["cart","total"],"old":0,"new":2}"#)
  }
}
