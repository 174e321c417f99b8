import UDFHost

extension Interpreter {
  /// Reloads. The report arrives as an event.
  func reload(reset: Bool) -> Outcome {
    let report = host.reload(reset: reset)
    if report.ok { return .done }
    count(report.error, isOfLine: true)
    return .failed
  }

  /// Computes the views after a reload, so that an error in the new code is reported before somebody looks at them.
  func reportBrokenViews() {
    var isBroken = false
    func attempt(_ read: () throws -> Value) {
      do throws(HostError) { _ = try withHostErrors(read) } catch {
        isBroken = true
        count(error, isOfLine: false)
        reporter.report(error, action: nil)
      }
    }
    for feature in host.features where feature.hasView { attempt { try host.view(of: feature.name) } }
    // The view of a screen reads those of features, and would report the same error again.
    if host.flow != nil, !isBroken { attempt { try host.screenState() } }
  }

  /// `:replay [A..B]`
  package func replay(_ text: String) throws(HostError) -> CommandResult {
    guard let range = try range(text) else { return .replayed(try withHostErrors { try host.replay() }) }
    return .compared(try withHostErrors { try host.replay(range) })
  }

  /// Parses `3..7`, `3..`, `..7` or `3`; nil for an empty text.
  private func range(_ text: String) throws(HostError) -> ClosedRange<Int>? {
    if text.isEmpty { return nil }
    let parts = text.split(separator: "..", omittingEmptySubsequences: false).map { $0.trimmingSpace }
    let first = parts[0].isEmpty && parts.count > 1 ? 1 : Int(parts[0])
    let last = parts.count == 1 ? first : parts[1].isEmpty ? .max : Int(parts[1])
    guard parts.count <= 2, text != "..", let first, let last, first > 0 else {
      throw HostError(usage: ":replay: takes numbers of actions, 3..7, 3.., ..7 or 3; got \(text)")
    }
    guard first <= last else {
      throw HostError(usage: ":replay: \(text) ends before it begins; write \(last)..\(first)")
    }
    return first...last
  }
}
