import LuaRuntime

extension RunLoop: HostFunctionProvider {
  var functions: [HostFunction: HostFunctions.Body] { [.settle: settle, .sleep: sleep] }

  /// `sleep(seconds)`. A line at the prompt, which may call services that sleep, waits while effects run.
  private func sleep(_ arguments: [Value]) -> HostAnswer {
    guard machine.phase == .prompt, let seconds = arguments.first?.double, seconds.isFinite else {
      return effects.tasks.sleep(arguments)
    }
    let end = clock.now + seconds
    while clock.now < end {
      if machine.isStopping { return .failure("interrupted") }
      wait(until: end)
      turn()
    }
    return .values([])
  }

  /// `settle(seconds)`.
  private func settle(_ arguments: [Value]) -> HostAnswer {
    guard machine.phase == .prompt else { return .failure("settle waits for effects, so only the prompt may call it") }
    let given = arguments.first ?? .none
    guard let seconds = given == .none ? 5 : given.double, seconds >= 0 else {
      return .failure(.string("settle takes seconds, a number from 0 on, got \(given.shown)"))
    }
    do throws(HostError) { try travel.refuseInThePast("settle") } catch { return .failure(.string(error.message)) }
    // A batch may have stopped waiting for the engines before.
    engines.awaitAgain()
    if settle(timeout: seconds) { return .values([]) }
    let names = unsettled.isEmpty && !shared.isIdle ? "the shared log" : unsettled
    return .failure(
      .string(
        """
        effects did not settle within \(seconds) s\(names.isEmpty ? "" : ": \(names)")
          To fix this, wait longer, as in settle(60), or mark effects that never end with udf.background.
        """))
  }
}
