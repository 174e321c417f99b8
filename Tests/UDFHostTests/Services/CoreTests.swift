import Testing
import UDF
import UDFHost
import UDFServices
import UDFTooling

@Suite("the core of a host")
struct CoreTests {
  private struct Noon: WallClock {
    let now = 43_200.0
  }

  private struct Zeros: RandomSource {
    func next() -> UInt64 { 0 }
  }

  private struct NoonCore: HostCore {
    let instances = Instances()

    func dependency() -> any WallClock { Noon() }
    func dependency() -> any RandomSource { Zeros() }
  }

  private struct WeatherCore: HostCore {
    let instances = Instances()
    var problem: ServiceError?

    func services() throws -> [HostService] {
      if let problem { throw problem }
      return [HostService("weather", [ServiceMethod("temperature", returns: "number") { _ in 21.5 }])]
    }
  }

  @Test("can override one factory, for the built-in service and for everything that depends on it")
  func overriding() async throws {
    let probe = try ServiceProbe("clock", "random", "uuid") { $0.core = NoonCore() }
    #expect(try await probe.call("clock.now") == 43_200.0)
    #expect(try await probe.call("random.number") == 0.0)
    #expect(try await probe.call("uuid.make") == "00000000-0000-4000-8000-000000000000")
  }

  @Test("belongs to one of two hosts")
  func isolated() async throws {
    let noon = try ServiceProbe("clock") { $0.core = NoonCore() }
    let midnight = try ServiceProbe("clock") { $0.core = TestCore() }
    #expect(try await midnight.call("clock.now") == 0.0)
    #expect(try await noon.call("clock.now") == 43_200.0)
  }

  @Test("can add services, which are called like the built-in ones")
  func own() async throws {
    let probe = try ServiceProbe("weather") { $0.core = WeatherCore() }
    #expect(try await probe.call("weather.temperature") == 21.5)
  }

  @Test("reports what it cannot make when the host is made")
  func failing() async throws {
    let problem = ServiceError(code: "notFound", message: "weather: there is no station")
    #expect(throws: HostError(code: "load", message: "weather: there is no station")) {
      try ServiceProbe("weather") { $0.core = WeatherCore(problem: problem) }
    }
  }

  @Test("for tests uses the host's clock, and keeps log entries")
  func testing() async throws {
    let clock = ManualClock()
    let core = TestCore(time: 1000, going: clock)
    let probe = try ServiceProbe("clock", "log") {
      $0.clock = clock
      $0.core = core
    }
    clock.advance(by: 2.5)
    #expect(try await probe.call("clock.now") == 1002.5)
    core.clock.set(50)
    #expect(try await probe.call("clock.now") == 50.0)
    try await probe.call("log.info", "hello", ["n": 1])
    #expect(core.log.entries == [LogEntry(app: "test", level: .info, message: "hello", fields: ["n": 1])])
  }
}
