import HostTesting
import UDF
import UDFHost
import UDFServices

/// Supplies the effects of a storm with calls to wait for, and receives their reports.
struct StormCore: HostCore {
  let instances = Instances()
  let gate = GateService()
  let ledger = StormLedger()

  func dependency() -> any LogSink { SilentLog() }

  func services() throws -> [HostService] {
    [
      HostService(
        "gate",
        [
          ServiceMethod("number", returns: "integer") { [gate, ledger] _ in
            let number = ledger.nextNumber()
            gate.announce(number)
            ledger.entries.withLock { $0.calls.append(number) }
            return .integer(Int64(number))
          },
          ServiceMethod(awaiting: "wait", ["number": "integer", "stubborn": "boolean?"], returns: "integer") {
            [gate] call in
            try await gate.wait(call.integer("number") ?? 0, isStubborn: call["stubborn"] == true)
          },
        ]),
      HostService(
        "ledger",
        [
          ServiceMethod("begin", ["run": "integer", "lane": "string"]) { [ledger] call in
            ledger.begin(call.integer("run") ?? 0, lane: call.string("lane"))
            return .none
          },
          ServiceMethod("end", ["run": "integer", "how": "string"]) { [ledger] call in
            ledger.end(call.integer("run") ?? 0, call.string("how"))
            return .none
          },
          ServiceMethod("enter") { [ledger] _ in
            ledger.enter()
            return .none
          },
          ServiceMethod("leave") { [ledger] _ in
            ledger.leave()
            return .none
          },
          ServiceMethod("check", ["expected": "any?", "got": "any?", "what": "string"]) { [ledger] call in
            ledger.check(call["expected"], call["got"], call.string("what"))
            return .none
          },
        ]),
    ]
  }
}
