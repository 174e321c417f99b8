import LuaRuntime
import UDFServices

/// Calls services for scripts: an effect awaits their work, and a line at the prompt waits for it while effects run.
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
      .pull: { [self] in refusal ?? table.pull($0) { awaited($0) } },
    ]
  }

  /// Why no service can be called now, nil if one can.
  private var refusal: HostAnswer? {
    switch machine.phase {
    case .reducer, .view, .event:
      .failure(
        "services are not available in a reducer, view or event map: they only compute. Call them in an effect of the action instead."
      )
    case .load: .failure("services are not there yet while files load: call them in a method or an effect")
    default: nil
    }
  }

  /// `service(name, method, arguments…)`.
  private func call(_ arguments: [Value]) -> HostAnswer {
    let run = effects.caller
    if let run, arguments.count > 1, let service = arguments[0].text, let method = arguments[1].text {
      effects.ledger.addCall(service, method, of: run.owner)
    }
    let cause = run?.effect.function == nil ? nil : run?.effect.action
    return table.call(arguments, run: run?.number, cause: cause) { try awaited($0) }
  }

  private func awaited(_ begin: () throws -> CallOutcome.Work) rethrows -> HostAnswer {
    if machine.phase == .prompt { return runLoop.wait(for: try begin()) }
    return try effects.call(begin)
  }
}
