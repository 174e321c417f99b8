/// A core for tests: nothing in it depends on the machine or on when it is asked.
///
///     let core = TestCore(environment: ["USER": "ann"])
///     configuration.core = core
///     core.clock.set(1_700_000_000)
///     core.log.entries   // what was logged
public struct TestCore: HostCore {
  public let clock: SettableClock
  public let random: SeededRandom
  public let log = RecordingLog()
  public let environment: FixedEnvironment

  /// - Parameter clock: what the time of day goes on with; the host's own, if it should pass with `cx.sleep`.
  public init(
    seed: UInt64 = 0, time: Double = 0, going clock: any HostClock = ManualClock(), environment: [String: String] = [:]
  ) {
    self.clock = SettableClock(time, going: clock)
    random = SeededRandom(seed: seed)
    self.environment = FixedEnvironment(environment)
  }

  public func dependency() -> any WallClock { clock }
  public func dependency() -> any RandomSource { random }
  public func dependency() -> any LogSink { log }
  public func dependency() -> any EnvironmentSource { environment }
}
