import LuaRuntime

extension AppHost {
  /// `cx.progress(done, total, label)`.
  func progress(_ arguments: [Value]) -> HostAnswer {
    func argument(_ index: Int) -> Value { index < arguments.count ? arguments[index] : .none }
    guard let done = argument(0).amount, let total = argument(1).amount else {
      return .failure(
        .string(
          "cx.progress takes how much is done and how much there is in all, two numbers from 0 on; "
            + "got \(argument(0).shown) and \(argument(1).shown)"))
    }
    guard let label = argument(2) == .none ? "" : argument(2).text else {
      return .failure(.string("cx.progress takes a label last, a string; got \(argument(2).shown)"))
    }
    guard let task = effects.tasks.current?.number else {
      return .failure("cx.progress works only while its effect runs")
    }
    setProgress(done < total ? EffectProgress(label: label, done: done, total: total) : nil, of: task)
    return .values([])
  }

  func setProgress(_ progress: EffectProgress?, of task: LuaMachine.TaskID) {
    board.set(progress, of: task)
    tellProgress()
  }

  /// Tells what had to wait, once it is time.
  func tellProgress() {
    if let news = board.news(at: configuration.clock.now) { emit(.progress(news)) }
  }
}

extension Value {
  /// A number from 0 on.
  fileprivate var amount: Double? {
    double.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
  }
}
