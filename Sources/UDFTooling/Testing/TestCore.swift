import UDF
import UDFHost
import UDFNetwork
import UDFServices

/// A core for tests. Its dependencies are deterministic and do not use the machine.
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
  private let added: @Sendable () throws -> [HostService]

  /// - Parameters:
  ///   - seed: the seed of random numbers and UUIDs.
  ///   - time: the time of day at the beginning, in seconds since 1970.
  ///   - clock: the clock that advances the time of day; pass the host's clock to advance it with `cx.sleep`.
  ///   - environment: the environment variables.
  ///   - files: the files, which are kept in memory.
  ///   - http: the answers of servers; by default there are none.
  ///   - services: makes the program's own services.
  public init(
    seed: UInt64 = 0, time: Double = 0, going clock: any HostClock = ManualClock(), environment: [String: String] = [:],
    files: MemoryFiles = MemoryFiles(), http: StubHTTPClient = StubHTTPClient([:]),
    services: @escaping @Sendable () throws -> [HostService] = { [] }
  ) {
    self.clock = SettableClock(time, going: clock)
    random = SeededRandom(seed: seed)
    self.environment = FixedEnvironment(environment)
    self.files = files
    self.http = http
    added = services
  }

  public func dependency() -> any WallClock { clock }
  public func dependency() -> any RandomSource { random }
  public func dependency() -> any LogSink { log }
  public func dependency() -> any EnvironmentSource { environment }
  public func dependency() -> any FileStore { files }
  public func dependency() -> any KeyValueStore { values }
  public func dependency() -> any HTTPClient { http }
  public func services() throws -> [HostService] { try added() }
}
