import LuaRuntime

/// Tells when effects begin and end, while somebody traces them.
final class EffectTeller {
  private let clock: any HostClock
  private let tell: (HostEvent) -> Void
  /// When each run began.
  private var begun: [Int: Double] = [:]

  init(clock: any HostClock, tell: @escaping (HostEvent) -> Void) {
    self.clock = clock
    self.tell = tell
  }

  func began(_ start: EffectStart) {
    begun[start.number] = clock.now
    tell("\(start.effect.subject) began", start.effect, start.action)
  }

  /// Those that began before anybody traced end unheard.
  func ended(_ number: Int, _ effect: HostEffect, action: Int?, _ how: String = "ended") {
    guard let begun = begun.removeValue(forKey: number) else { return }
    tell("\(effect.subject) \(how)", effect, action, ["seconds": .number((clock.now - begun).wholeNanoseconds)])
  }

  func ended(_ run: EffectRun) {
    let how = run.hasFailed ? "failed" : run.isCancelled ? "was cancelled" : "ended"
    ended(run.number, run.effect, action: run.action, how)
  }

  private func tell(_ message: String, _ effect: HostEffect, _ action: Int?, _ more: Record = [:]) {
    var fields = more
    fields["action"] = .string(effect.fullName)
    fields["n"] = action.map { .integer(Int64($0)) } ?? .none
    tell(.log(level: "trace", message: message, fields: fields))
  }
}
