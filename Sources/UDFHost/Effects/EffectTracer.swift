import LuaRuntime

/// Follows the starts and ends of effects: reports them as log lines of the level `trace`, and keeps the times of the runs that
/// have ended.
final class EffectTracer {
  private static let limit = 10_000

  /// Whether starts and ends are reported.
  var reports = false
  /// Whether the times of runs are kept.
  var keepsTimes = false
  /// The runs that have ended, in the order of their ends.
  private(set) var times: [EffectTime] = []
  private let clock: any HostClock
  private let emit: (HostEvent) -> Void
  /// The start time of each run.
  private var beginnings: [Int: Double] = [:]

  init(clock: any HostClock, emit: @escaping (HostEvent) -> Void) {
    self.clock = clock
    self.emit = emit
  }

  func began(_ start: EffectStart) {
    beginnings[start.number] = clock.now
    if reports { trace("\(start.effect.subject) began", start.effect, start.action) }
  }

  func absorbed(_ effect: HostEffect, action: Int, by other: Int) {
    if reports { trace("\(effect.subject) did not begin because of #\(other)", effect, action) }
  }

  /// Follows the end of a run, unless it started before the tracing.
  func ended(_ number: Int, _ effect: HostEffect, action: Int?, _ outcome: EffectTime.Outcome = .ended) {
    guard let start = beginnings.removeValue(forKey: number) else { return }
    let seconds = (clock.now - start).wholeNanoseconds
    if reports {
      let how = outcome == .cancelled ? "was cancelled" : outcome.rawValue
      trace("\(effect.subject) \(how)", effect, action, ["seconds": .number(seconds)])
    }
    guard keepsTimes, let action else { return }
    // Removed in blocks, because removing the first element moves all others.
    if times.count >= 2 * EffectTracer.limit { times.removeFirst(EffectTracer.limit) }
    times.append(
      EffectTime(name: effect.subject, action: action, outcome: outcome, start: start, seconds: seconds))
  }

  func ended(_ run: EffectRun) {
    let outcome: EffectTime.Outcome = run.hasFailed ? .failed : run.isCancelled ? .cancelled : .ended
    ended(run.number, run.effect, action: run.action, outcome)
  }

  private func trace(_ message: String, _ effect: HostEffect, _ action: Int?, _ more: Record = [:]) {
    var fields = more
    fields["action"] = .string(effect.fullName)
    fields["n"] = action.map { .integer(Int64($0)) } ?? .none
    emit(.log(level: "trace", message: message, fields: fields))
  }
}
