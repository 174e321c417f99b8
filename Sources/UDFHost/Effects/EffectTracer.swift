import LuaRuntime

/// Reports the start and end of effects as log lines of the level `trace`.
final class EffectTracer {
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
    trace("\(start.effect.subject) began", start.effect, start.action)
  }

  /// Reports the end of a run, unless it started before the tracing.
  func ended(_ number: Int, _ effect: HostEffect, action: Int?, _ how: String = "ended") {
    guard let beginning = beginnings.removeValue(forKey: number) else { return }
    let seconds = (clock.now - beginning).wholeNanoseconds
    trace("\(effect.subject) \(how)", effect, action, ["seconds": .number(seconds)])
  }

  func ended(_ run: EffectRun) {
    let how = run.hasFailed ? "failed" : run.isCancelled ? "was cancelled" : "ended"
    ended(run.number, run.effect, action: run.action, how)
  }

  private func trace(_ message: String, _ effect: HostEffect, _ action: Int?, _ more: Record = [:]) {
    var fields = more
    fields["action"] = .string(effect.fullName)
    fields["n"] = action.map { .integer(Int64($0)) } ?? .none
    emit(.log(level: "trace", message: message, fields: fields))
  }
}
