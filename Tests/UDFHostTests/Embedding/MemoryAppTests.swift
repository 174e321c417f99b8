import HostTesting
import Testing
import UDFHost

@Suite("an app whose files are in memory")
struct MemoryAppTests {
  private static func host(_ files: [String: String], main: String = "app.lua") throws -> AppHost {
    var configuration = HostConfiguration(files: files, main: main)
    configuration.core = QuietCore()
    return try AppHost(configuration)
  }

  private static let app = """
    local udf = require "udf"
    return udf.app { name = "small", features = { require "features.counter" } }
    """

  @Test("runs, requires, reloads and reports errors like an app on the disk, and watches nothing")
  func runs() throws {
    let host = try Self.host(["app.lua": Self.app, "features/counter.lua": Source.counter])
    try host.send("counter/inc", ["by": 2])
    #expect(try host.value(at: "counter.count") == 2)
    #expect(host.reload(reset: false).files == ["app.lua", "features/counter.lua"])
    #expect(try host.value(at: "counter.count") == 2)
    #expect(host.watchedFiles == [])
    #expect(
      failure { try host.send("counter/inc", ["by": "x"]) }.hasPrefix(
        "features/counter.lua:8: counter/inc: by must be an integer, got string \"x\"\n"))
  }

  @Test("reports missing files, and features that need a folder")
  func refused() {
    #expect(failure { _ = try Self.host([:]) } == "app.lua: there is no such file among those in memory")
    #expect(
      failure { _ = try Self.host(["main.lua": Self.app], main: "main.lua") }.hasPrefix(
        "main.lua:2: require \"features.counter\": there is no file features/counter.lua"))
    let seeded = """
      local udf = require "udf"
      return udf.app { name = "small", features = { udf.sync { name = "news", key = "id", seed = "news.json" } } }
      """
    #expect(
      failure { _ = try Self.host(["app.lua": seeded]) } == """
        app.lua:2:85: news: seed: news.json: a seed is read from the disk, and the files of this app are in memory
          To fix this, leave it out, or keep the app's files in a folder
           1 | … = require "udf"
           2 | …f.app { name = "small", features = { udf.sync { name = "news", key = "id", seed = "news.json" } } }
             |                                                                             ^
        """)
  }
}
