import Platform

/// One run of a use case. It forwards valid outputs in order, and reports invalid ones.
///
/// Unchecked, because its only variable is protected by its lock.
final class UseCaseRun<Output: UseCaseOutput>: @unchecked Sendable {
  private let useCase: String
  private let location: SourceLocation
  private let emit: @Sendable (EffectNote) -> Void
  private let lock = RecursiveLock()
  private var last: Output?

  init(_ useCase: String, _ location: SourceLocation, emit: @escaping @Sendable (EffectNote) -> Void) {
    self.useCase = useCase
    self.location = location
    self.emit = emit
  }

  /// Forwards inside the lock, because outputs of several threads must arrive in the order of their admission.
  func admit(_ output: Output, forward: () -> Void) {
    lock.withLock {
      if let problem = problem(with: output) { return report(problem, outcome: "The output was dropped.") }
      last = output
      emit(.output(UseCaseTrace(useCase: useCase, output: output)))
      forward()
    }
  }

  func finish() {
    guard lock.withLock({ last?.role != .end }) else { return }
    report("returned without an output that ends it", outcome: "Its end is unknown.")
  }

  private func problem(with output: Output) -> String? {
    guard let last else { return nil }
    let (name, before) = (Misuse.name(of: output), Misuse.name(of: last))
    if last.role == .end { return "reported \(name) after \(before) had ended the run" }
    return output.role == .start ? "reported \(name) after \(before) had started the run" : nil
  }

  private func report(_ problem: String, outcome: String) {
    emit(.misuse(.useCaseOutput(useCase, problem, at: location, outcome: outcome)))
  }
}
