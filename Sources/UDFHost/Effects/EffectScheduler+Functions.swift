import LuaRuntime

extension EffectScheduler {
  /// Waits for the work of a service. Where waiting is not possible, does not start the work.
  func call(_ begin: () throws -> CallOutcome.Work) rethrows -> HostAnswer { try tasks.call(begin) }

  /// `send(function)`: runs the function, given the number of its coroutine, as an effect.
  func sendLater(_ number: LuaMachine.TaskID, by feature: String, generation: Int, owner: Int) {
    // Functions that a cancelled effect sends are dropped.
    guard !isStopping, !isCancelled else { return machine.drop(number) }
    let sender = run.flatMap { $0.effect.feature == feature ? $0.effect.generation : nil }
    let effect = HostEffect(
      sentBy: feature, generation: sender ?? generation, isDetached: effect?.isDetached ?? false)
    let start = start(effect, n: nil, owner: owner, screen: screen)
    let run = EffectRun(start, of: self)
    keep(run)
    tasks.adopt(number, as: run)
  }

  /// `cx.cancel(id)`. The arguments are the feature's name and the id.
  private func cancel(_ arguments: [Value]) -> HostAnswer {
    guard arguments.count == 2, let feature = arguments[0].text, arguments[1].idText != nil else {
      return .failure(
        .string(
          "cx.cancel takes the id of an effect, a string or a whole number, got \((arguments.last ?? .none).shown)"))
    }
    guard machine.phase == .effect else { return .failure("cx.cancel works only in an effect") }
    cancel(feature: feature, id: arguments[1])
    return .values([])
  }

  /// `cx.progress(done, total, label)`.
  private func progress(_ arguments: [Value]) -> HostAnswer {
    func argument(_ index: Int) -> Value { index < arguments.count ? arguments[index] : .none }
    guard let done = argument(0).amount, let total = argument(1).amount else {
      return .failure(
        .string(
          "cx.progress takes the done and the total amount, two numbers from 0 on; "
            + "got \(argument(0).shown) and \(argument(1).shown)"))
    }
    guard let label = argument(2) == .none ? "" : argument(2).text else {
      return .failure(.string("cx.progress takes a label last, a string; got \(argument(2).shown)"))
    }
    guard let task = tasks.current?.number else {
      return .failure("cx.progress works only while its effect runs")
    }
    setProgress(done < total ? EffectProgress(label: label, done: done, total: total) : nil, of: task)
    return .values([])
  }

  /// `trace(text…)`.
  private func trace(_ arguments: [Value]) -> HostAnswer {
    var fields = Record()
    if let effect { fields["action"] = .string(effect.fullName) }
    emit(.log(level: "trace", message: arguments.compactMap(\.text).joined(separator: ": "), fields: fields))
    return .values([])
  }
}

extension EffectScheduler: HostFunctionProvider {
  var functions: [HostFunction: HostFunctions.Body] {
    [
      .spawn: tasks.spawn, .join: tasks.join, .cancelTask: tasks.cancelTask,
      .effect: { [unowned(unsafe) self] _ in .values([label.map(Value.string) ?? .none]) },
      .cancel: cancel, .progress: progress, .trace: trace,
      .title: { [unowned(unsafe) self] arguments in
        run?.title = arguments.first?.text
        return .values([])
      },
    ]
  }
}

extension Value {
  /// The number if it is finite and not negative.
  fileprivate var amount: Double? { double.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil } }
}
