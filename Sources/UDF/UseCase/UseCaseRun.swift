/// One run of a use case: lets through what it may say, in order, and tells of what it may not.
///
/// Unchecked, because its only variable is guarded by its lock.
final class UseCaseRun<Output: UseCaseOutput>: @unchecked Sendable {
  private let useCase: String
  private let location: SourceLocation
  private let tell: @Sendable (EffectNote) -> Void
  private let lock = RecursiveLock()
  private var last: Output?

  init(_ useCase: String, _ location: SourceLocation, tell: @escaping @Sendable (EffectNote) -> Void) {
    self.useCase = useCase
    self.location = location
    self.tell = tell
  }

  /// Forwards inside the lock, because outputs may come from several threads and must arrive as they were admitted.
  func admit(_ output: Output, forward: () -> Void) {
    lock.withLock {
      if let problem = problem(with: output) { return report(problem, outcome: "The output was dropped.") }
      last = output
      tell(.output(UseCaseTrace(useCase: useCase, output: output)))
      forward()
    }
  }

  func finish() {
    guard lock.withLock({ last?.role != .end }) else { return }
    report("returned without an output that ends it", outcome: "Nobody was told how it went.")
  }

  private func problem(with output: Output) -> String? {
    guard let last else { return nil }
    let (name, before) = (Misuse.name(of: output), Misuse.name(of: last))
    if last.role == .end { return "gave \(name) after \(before) had ended it" }
    return output.role == .start ? "gave \(name) after \(before) had started it" : nil
  }

  private func report(_ problem: String, outcome: String) {
    tell(.misuse(.useCaseOutput(useCase, problem, at: location, outcome: outcome)))
  }
}
