import UDF
import UDFHost
import UDFNetwork
import UDFServices

/// A core for tests: nothing in it depends on the machine or on when it is asked.
///
///     let core = TestCore(environment: ["USER": "ann"])
///     configuration.core = core
///     core.clock.set(1_700_000_000)
///     core.log.entries   // what was logged
public struct TestCore: HostCore {
  public let instances = Instances()
  public let clock: SettableClock
  public let random: SeededRandom
  public let log = RecordingLog()
  public let environment: FixedEnvironment
  public let files: MemoryFiles
  public let values = MemoryValues()
  public let http: StubHTTPClient

  /// - Parameters:
  ///   - clock: what the time of day goes on with; the host's own, if it should pass with `cx.sleep`.
  ///   - files: those that there are, in memory.
  ///   - http: what servers answer; by default nothing.
  public init(
    seed: UInt64 = 0, time: Double = 0, going clock: any HostClock = ManualClock(), environment: [String: String] = [:],
    files: MemoryFiles = MemoryFiles(), http: StubHTTPClient = StubHTTPClient([:])
  ) {
    self.clock = SettableClock(time, going: clock)
    random = SeededRandom(seed: seed)
    self.environment = FixedEnvironment(environment)
    self.files = files
    self.http = http
  }

  public func dependency() -> any WallClock { clock }
  public func dependency() -> any RandomSource { random }
  public func dependency() -> any LogSink { log }
  public func dependency() -> any EnvironmentSource { environment }
  public func dependency() -> any FileStore { files }
  public func dependency() -> any KeyValueStore { values }
  public func dependency() -> any HTTPClient { http }
}
