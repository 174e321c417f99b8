import LuaRuntime
import Platform
import UDFServices

/// Calls services for scripts. An effect awaits the result; a line at the prompt waits for it while effects run.
final class ServiceCalls: HostFunctionProvider {
  let table: ServiceTable
  private let runLoop: RunLoop
  private let machine: LuaMachine
  private let effects: EffectScheduler

  init(_ table: ServiceTable, runLoop: RunLoop) {
    self.table = table
    self.runLoop = runLoop
    machine = runLoop.machine
    effects = runLoop.effects
  }

  var functions: [HostFunction: HostFunctions.Body] {
    [
      .service: { [self] in refusal ?? call($0) },
      .counted: { [self] arguments in
        count(arguments.first?.text ?? "")
        return .values([])
      },
      .pull: { [self] arguments in
        refusal ?? charged { noted(table.callee(arguments), table.pull(arguments) { awaited($0) }) }
      },
    ]
  }

  /// Charges the memory of a call to the host until the script has the result.
  private func charged(_ body: () -> HostAnswer) -> HostAnswer { MemoryCharge.counting(for: machine.memory, body) }

  /// The error if services cannot be called now; nil if they can.
  private var refusal: HostAnswer? {
    switch machine.phase {
    case .reducer, .view, .event:
      .failure(
        "services are not available in a reducer, view or event map: they only compute. Call them in an effect of the action instead."
      )
    case .load: .failure("services are not available while files load: call them in a method or an effect")
    default: nil
    }
  }

  /// `service(name, method, arguments…)`.
  private func call(_ arguments: [Value]) -> HostAnswer {
    let run = effects.caller
    var callee: (service: String, method: String)?
    if let run, arguments.count > 1, let service = arguments[0].text, let method = arguments[1].text {
      callee = (service, method)
      count(service)
      effects.ledger.addCall(service, method, of: run.owner)
    }
    let cause = run?.effect.function == nil ? nil : run?.effect.action
    return charged {
      noted(
        callee,
        table.call(arguments, bytes: machine.argumentBytes, run: run?.number, cause: cause) { try awaited($0) })
    }
  }

  /// Counts a call of a service for the effect that makes it; see ``AppHost/calls(ofEffectOf:in:)``.
  private func count(_ service: String) { effects.effect?.calls[service, default: 0] += 1 }

  /// Records which service function a script waits for, for the list of effects.
  private func noted(_ callee: (service: String, method: String)?, _ answer: HostAnswer) -> HostAnswer {
    if case .suspend = answer { effects.setCallee(callee) }
    return answer
  }

  private func awaited(_ begin: () throws -> CallOutcome.Work) rethrows -> HostAnswer {
    if machine.phase == .prompt { return runLoop.wait(for: try begin()) }
    return try effects.call(begin)
  }
}
