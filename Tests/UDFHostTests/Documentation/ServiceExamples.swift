import Testing
import UDF
import UDFHost
import UDFServices
import UDFTooling

/// The examples of the page on built-in services and of what they stand on, as they stand there.
@Suite("examples in the documentation of services")
struct ServiceExamples {
  struct NewsCore: HostCore {
    let instances = Instances()
    func dependency() -> any RandomSource { SeededRandom(seed: 7) }  // so uuid.make repeats too
  }

  struct Noon: WallClock {
    let now = 43_200.0
  }

  struct Four: RandomSource {
    func next() -> UInt64 { 4 }  // chosen by fair dice roll
  }

  struct Fixed: UUIDSource {
    func make() -> String { "00000000-0000-4000-8000-000000000001" }
  }

  struct NoEnvironment: EnvironmentSource {
    func value(of name: String) -> String? { nil }
  }

  struct Shout: LogSink {
    func write(_ entry: LogEntry) { print(entry.message.uppercased()) }
  }

  struct Forgetful: KeyValueStore {
    func value(of key: String, in folder: String) -> Value { .none }
    func keys(in folder: String) -> [String] { [] }
    func set(_ value: Value, of key: String, in folder: String) {}
  }

  @Test("a custom core, and one for tests")
  func cores() async throws {
    let news = try ServiceProbe("uuid") { $0.core = NewsCore() }
    let again = try ServiceProbe("uuid") { $0.core = NewsCore() }
    #expect(try await news.call("uuid.make") == again.call("uuid.make"))

    let core = TestCore(time: 1_700_000_000, environment: ["NEWS_TOKEN": "secret"])
    core.clock.set(1_700_000_060)
    core.values.set("dark", of: "theme", in: "/data")
    #expect(core.log.entries.isEmpty)
    #expect(core.clock.now == 1_700_000_060)
    #expect(core.values.value(of: "theme", in: "/data") == "dark")
  }

  @Test("the members of each dependency")
  func parts() throws {
    #expect(SeededRandom(seed: 7).next() == SeededRandom(seed: 7).next())
    #expect(RandomUUIDs(SystemRandom()).make().count == 36)
    #expect(FixedEnvironment(["HOME": "/home/ann"]).value(of: "HOME") == "/home/ann")
    let files = MemoryFiles(["notes.txt": "milk\n"], in: "/app")
    #expect(files["/app/notes.txt"] == Array("milk\n".utf8))
    let clock = SettableClock(1_700_000_000)
    clock.set(clock.now + 60)
    #expect(clock.now == 1_700_000_060)
  }
}
