import FolderTesting
import HostTesting
import Testing
import UDF
import UDFHost
import UDFServices

@Suite("a wipe")
struct WipeTests {
  /// A disk from which no values can be removed.
  private struct StuckValues: KeyValueStore {
    func value(of key: String, in folder: String) -> Value { .none }
    func keys(in folder: String) -> [String] { [] }
    func set(_ value: Value, of key: String, in folder: String) {}
    func removeAll(in folder: String) throws {
      throw ServiceError(code: "failed", message: "kv: the disk is read-only")
    }
  }

  private struct StuckCore: HostCore {
    let instances = Instances()

    func dependency() -> any LogSink { SilentLog() }
    func dependency() -> any KeyValueStore { StuckValues() }
  }

  @Test("that cannot remove the values removes the rest, and reports the error")
  func goesOn() throws {
    let data = try TemporaryFolder()
    try data.save("rows", to: "sync/former.sqlite")
    let app = try TestHost(["counter": Source.counter]) {
      $0.core = StuckCore()
      $0.data = data.path
    }
    let error = #expect(throws: ServiceError.self) { try app.host.wipe() }
    #expect(error?.message == "kv: the disk is read-only")
    #expect(data.bytes(of: "sync/former.sqlite") == nil)
  }
}
