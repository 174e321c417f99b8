import Testing
import UDFHost

@testable import UDFCommands

@Suite("Tracing")
struct TraceTests {
  private let types = ["cart/add", "cart/clear", "stock/updated", "stock/tick"]
  private let usual = Trace.usual(effects: false, upkeep: false)

  private func trace(_ lines: String...) throws -> Trace {
    var trace = usual
    for line in lines { try trace.take(line.split(separator: " ").map(String.init), types: types, usual: usual) }
    return trace
  }

  private func told(_ trace: Trace) -> [String] {
    types.filter { type in
      trace.reports(.action(ActionRecord(n: 1, type: type, fields: [:], origin: .prompt, status: .committed)))
    }
  }

  @Test(
    "a glob selects, on adds, off removes, all and default reset",
    arguments: [
      (["cart/*"], ["cart/add", "cart/clear"], "cart/*, with effects"),
      (["cart"], ["cart/add", "cart/clear"], "cart/*, with effects"),
      (["*/t* cart/add"], ["cart/add", "stock/tick"], "*/t*, cart/add, with effects"),
      (["stock/* off"], ["cart/add", "cart/clear"], "all actions, not stock/*"),
      (
        ["cart", "stock/updated on"], ["cart/add", "cart/clear", "stock/updated"],
        "cart/*, stock/updated, with effects"
      ),
      (
        ["stock/* off", "stock/tick on"], ["cart/add", "cart/clear", "stock/tick"],
        "all actions, not stock/*, stock/tick, with effects"
      ),
      (["off"], [], "no actions"),
      (["off", "all"], ["cart/add", "cart/clear", "stock/updated", "stock/tick"], "all actions, with effects"),
      (["cart", "default"], ["cart/add", "cart/clear", "stock/updated", "stock/tick"], "all actions"),
    ])
  func choices(lines: [String], told: [String], text: String) throws {
    var trace = usual
    for line in lines { try trace.take(line.split(separator: " ").map(String.init), types: types, usual: usual) }
    #expect(self.told(trace) == told)
    #expect(trace.description == text)
  }

  @Test("effects are traced if the trace asks for them, also with all, but not by default")
  func asking() throws {
    let usual = Trace.usual(effects: true)
    var trace = usual
    #expect(!trace.requestsEffects)
    for (word, asks) in [("all", true), ("default", false), ("*", true), ("off", false), ("cart", true)] {
      try trace.take([word], types: types, usual: usual)
      #expect(trace.requestsEffects == asks, "\(word)")
      #expect(trace.description.hasSuffix("with effects") == asks, "\(word)")
    }
  }

  @Test("a misspelt argument is refused and changes nothing")
  func misspelt() throws {
    var trace = usual
    #expect {
      try trace.take(["crat/add"], types: types, usual: usual)
    } throws: {
      ($0 as? HostError)?.message == ":trace: there is no action \"crat/add\". Did you mean \"cart/add\"?"
    }
    #expect(trace == usual)
  }

  @Test("effects and use cases are reported with their actions, errors always")
  func effects() throws {
    let note = HostEvent.log(level: "trace", message: "effect of cart/add began", fields: ["action": "cart/add"])
    #expect(!usual.reports(note))
    #expect(try trace("cart").reports(note))
    #expect(try !trace("stock").reports(note))
    #expect(try trace("off").reports(.error(HostError(code: "raised", message: "no"), action: 1)))
    #expect(try trace("off").reports(.log(level: "info", message: "so", fields: [:])))
  }

  @Test("the progress of an engine is reported only if it is traced, its problems and rows always")
  func upkeep() throws {
    func record(_ changes: [Change], type: String = "stock/status") -> HostEvent {
      .action(ActionRecord(n: 1, type: type, fields: [:], origin: .sync, status: .committed, changes: changes))
    }
    func sync(_ old: Value, _ new: Value) -> Change {
      Change(.set, Path([.key("stock"), .key("sync")]), old: old, new: new)
    }
    let phase = record([sync(["phase": "idle"], ["phase": "pulling"])])
    #expect(!usual.reports(phase))
    #expect(try trace("stock").reports(phase))
    #expect(!usual.reports(record([])))
    // A repeated request that is refused for the same reason is reported.
    #expect(usual.reports(record([], type: "stock/failed")))
    #expect(usual.reports(record([sync(["phase": "idle"], ["phase": "waiting", "problem": "no network"])])))
    #expect(usual.reports(record([Change(.set, Path([.key("stock"), .key("rows"), .key("A1")]), new: 1)])))
  }

  @Test("the actions that a log had before this host are reported only if they are traced")
  func earlier() throws {
    func record(isEarlier: Bool) -> HostEvent {
      var record = ActionRecord(n: 1, type: "stock/tick", fields: [:], origin: .log, status: .committed)
      record.shared = SharedOrigin(host: "till-2", position: 1, isEarlier: isEarlier)
      return .action(record)
    }
    #expect(!usual.reports(record(isEarlier: true)))
    #expect(try trace("stock").reports(record(isEarlier: true)))
    #expect(usual.reports(record(isEarlier: false)))
  }
}
