import LuaRuntime
import UDF

extension AppHost {
  /// A script calls a method of a service.
  func callService(_ arguments: [Value]) -> HostAnswer {
    let run = effects.caller
    if let run, arguments.count > 1, let service = arguments[0].text, let method = arguments[1].text {
      effects.ledger.addCall(service, method, of: run.owner)
    }
    let cause = run?.effect.function == nil ? nil : run?.effect.action
    return table.call(arguments, run: run?.number, cause: cause) { try awaited($0) }
  }

  /// A script goes on through what a call of a service gives bit by bit.
  func pullStream(_ arguments: [Value]) -> HostAnswer { table.pull(arguments) { awaited($0) } }

  private func awaited(_ begin: () throws -> ServiceTable.Work) rethrows -> HostAnswer {
    if machine.phase == .prompt { return wait(for: try begin()) }
    return try effects.call(begin)
  }

  /// `send(function)`, given the number of the coroutine that it has become and the feature's name.
  func sendLater(_ arguments: [Value]) -> HostAnswer {
    guard case .integer(let id)? = arguments.first, let feature = arguments.last?.text else { return .values([]) }
    let generation = current.features.first { $0.name == feature }?.generation ?? current.number
    effects.sendLater(
      LuaMachine.TaskID(id), by: feature, generation: generation, owner: dispatcher.ownerOfScript)
    return .values([])
  }

  /// What a line at the prompt calls it waits for, while effects go on.
  private func wait(for body: @escaping ServiceTable.Work) -> HostAnswer {
    let outcome = PromptCall()
    let task = Task { [bell] in
      let result = await body()
      outcome.value.withLock { $0 = result }
      bell.ring()
    }
    while true {
      switch outcome.value.withLock({ $0 }) {
      case .values(let values): return .values(values)
      case .raise(let value): return .failure(value)
      case nil: break
      }
      if machine.isStopping {
        task.cancel()
        return .failure("interrupted")
      }
      bell.wait(seconds: min((nextMoment ?? .infinity) - configuration.clock.now, 1))
      turn()
    }
  }
}

/// What a call of the prompt gives, once it is there.
private final class PromptCall: Sendable {
  let value = Guarded<CallOutcome?>(nil)
}
