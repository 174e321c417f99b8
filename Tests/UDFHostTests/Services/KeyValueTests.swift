import FolderTesting
import HostTesting
import Testing
import UDF
import UDFServices
import UDFTooling

@testable import UDFHost

@Suite("the kv service")
struct KeyValueTests {
  private static func probe(_ data: String? = nil, core: any HostCore = StandardCore()) throws -> ServiceProbe {
    try ServiceProbe("kv") {
      $0.data = data
      $0.core = core
    }
  }

  @Test("keeps plain data by name: in memory, and on the disk for the next session too")
  func keeping() async throws {
    let folder = try TemporaryFolder()
    for core in [StandardCore(), TestCore()] as [any HostCore] {
      let probe = try Self.probe(folder("data"), core: core)
      let value: Value = ["a": [1, 2.0, .null], "b": [:], "c": .bytes([0xff])]
      #expect(try await probe.call("kv.get", "x") == .none)
      try await probe.call("kv.set", "x", value)
      try await probe.call("kv.set", "user/1", "ann")
      try await probe.call("kv.set", "user/2", false)
      #expect(try await probe.call("kv.get", "x") == value)
      #expect(try await probe.call("kv.get", "user/2") == false)
      #expect(try await probe.call("kv.keys") == ["user/1", "user/2", "x"])
      #expect(try await probe.call("kv.keys", "user/") == ["user/1", "user/2"])
      try await probe.call("kv.remove", "user/2")
      try await probe.call("kv.remove", "user/2")
      #expect(try await probe.call("kv.get", "user/2") == .none)
    }
    let next = try Self.probe(folder("data"))
    #expect(try await next.call("kv.keys") == ["user/1", "x"])
  }

  @Test("a value of more than a megabyte is refused, with its size")
  func large() async throws {
    let probe = try Self.probe(core: TestCore())
    try await probe.call("kv.set", "x", .string(String(repeating: "x", count: 1 << 20 - 5)))
    #expect(
      await probe.failure("kv.set", "x", .string(String(repeating: "y", count: 1 << 20)))
        == "tooLarge: kv.set: the value of \"x\" takes 1048581 bytes, more than 1048576; keep it in a file, with files.write"
    )
    #expect(
      await probe.failure("kv.set", "x")
        == "arguments: kv.set: value is missing; it must be a value\n"
        + "  Signature: kv.set(key: string, value: any)")
  }

  @Test("a key of more than a kilobyte is refused, with its size")
  func longKey() async throws {
    let probe = try Self.probe(core: TestCore())
    try await probe.call("kv.set", .string(String(repeating: "k", count: 1024)), 1)
    for (method, arguments) in [("kv.set", [2]), ("kv.remove", [])] as [(String, [Value])] {
      let key = Value.string(String(repeating: "k", count: 1025))
      let text = arguments.isEmpty ? await probe.failure(method, key) : await probe.failure(method, key, arguments[0])
      #expect(
        text
          == "tooLarge: \(method): the key \"\(String(repeating: "k", count: 40))…\" has 1025 bytes, more than 1024; "
          + "shorten it, and keep the rest in the value")
    }
  }

  @Test("refuses a folder that another session uses")
  func busy() async throws {
    let folder = try TemporaryFolder()
    let first = try Self.probe(folder.path)
    try await first.call("kv.set", "x", 1)
    let second = try Self.probe(folder.path)
    #expect(
      await second.failure("kv.get", "x").hasPrefix(
        "busy: \(folder("kv.sqlite")): is used by another owner in this process; "))
  }

  @Test("without --data uses the app's own folder among the user's, by its name and path")
  func folders() {
    func path(_ app: String, _ variables: [String: String], file: String = "/a/app.lua") -> String {
      DataFolder.path(app: app, file: file, environment: FixedEnvironment(variables))
    }
    let home = ["HOME": "/home/ann"]
    #expect(path("news", home) == "/home/ann/.local/share/udfhost/news@+a+app.lua")
    #expect(path("news", home, file: "/b/my+app.lua") == "/home/ann/.local/share/udfhost/news@+b+my%2Bapp.lua")
    #expect(path("news", ["HOME": "/home/ann", "XDG_DATA_HOME": "/data"]) == "/data/udfhost/news@+a+app.lua")
    #expect(path("news", ["HOME": "/home/ann", "XDG_DATA_HOME": "data"]) == path("news", home))
    for variables in [[:], ["HOME": ""], ["HOME": "ann"]] {
      #expect(path("news", variables) == "$HOME/.local/share/udfhost/news@+a+app.lua")
    }
    #expect(path("../@ pp/é", ["HOME": "/h"]) == "/h/.local/share/udfhost/%2E%2E%2F%40 pp%2F%C3%A9@+a+app.lua")
    let long = path("news", home, file: "/" + String(repeating: "é/", count: 100))
    #expect(long.split(separator: "/").allSatisfy { $0.utf8.count < 256 })
  }

  @Test("without HOME writes nothing, and names the variable to set")
  func homeless() async throws {
    let probe = try Self.probe(core: HomelessCore())
    #expect(try await probe.call("kv.get", "x") == .none)
    #expect(
      await probe.failure("kv.set", "x", 1)
        == "failed: \(DataFolder.path(app: "test", file: probe.app.host.file, environment: FixedEnvironment([:]))): "
        + "HOME is not set; set it or XDG_DATA_HOME, or give --data FOLDER")
  }

  @Test("computes the path from the app's name and the user's folders")
  func host() async throws {
    let core = MemoryCore()
    let probe = try Self.probe(core: core)
    try await probe.call("kv.set", "x", 1)
    let folder = DataFolder.path(app: "test", file: probe.app.host.file, environment: core.dependency())
    #expect(core.values.value(of: "x", in: folder) == 1)
  }

  private struct HomelessCore: HostCore {
    let instances = Instances()
    func dependency() -> any EnvironmentSource { FixedEnvironment([:]) }
  }

  private struct MemoryCore: HostCore {
    let instances = Instances()
    let values = MemoryValues()
    func dependency() -> any KeyValueStore { values }
    func dependency() -> any EnvironmentSource { FixedEnvironment(["HOME": "/home/ann"]) }
  }
}
