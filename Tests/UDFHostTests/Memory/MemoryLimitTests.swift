import HostTesting
import Testing
import UDFNetwork
import UDFServices
import UDFTooling

@testable import UDFHost

@Suite("the memory limit of a host")
struct MemoryLimitTests {
  private static let mebibyte = 1 << 20

  private static func brackets(_ count: Int) -> String { "[" + String(repeating: "[],", count: count) + "0]" }

  private static func probe(
    _ services: String, mebibytes: Int, more: String = "", _ configure: (inout HostConfiguration) -> Void = { _ in }
  ) throws -> ServiceProbe {
    try ServiceProbe(services, more: more) {
      $0.memoryLimit = mebibytes * mebibyte
      // These tests are about memory, on machines of any speed.
      $0.timeBudget = 60
      configure(&$0)
    }
  }

  /// What the host holds for scripts.
  private static func held(_ app: TestHost) -> Int { app.host.machine.memory.charged }

  @Test("stops json.decode of a short text with very many values; the host continues")
  func json() async throws {
    let probe = try Self.probe("json", mebibytes: 64)
    let failure = await probe.failure("json.decode", .string(Self.brackets(2_000_000)))
    #expect(failure.hasPrefix("memory: json.decode: 1:"), "\(failure)")
    #expect(
      failure.hasSuffix(": the memory limit of 64 MiB is reached, and the values of this text need more"), "\(failure)")
    #expect(Self.held(probe.app) == 0)
    #expect(try await probe.call("json.decode", .string(Self.brackets(3))) == [[], [], [], 0])
  }

  @Test("counts the arguments of a call")
  func arguments() async throws {
    let probe = try Self.probe("json", mebibytes: 64)
    try probe.app.run("text = ('x'):rep(40 << 20)")
    #expect(
      probe.app.failure("services.json.decode(text)")
        .hasPrefix("json.decode: the memory limit of 64 MiB is reached, and its arguments need more"))
    #expect(Self.held(probe.app) == 0)
  }

  @Test("ends a response of a server before it is complete; the next one is read")
  func body() async throws {
    let url = "https://api.example.com"
    let http = StubHTTPClient { request in
      HTTPResponse(status: 200, body: Array(repeating: 0x78, count: request.url.hasSuffix("/big") ? 30 << 20 : 7))
    }
    let probe = try Self.probe("http", mebibytes: 48, more: ", grants = { hosts = { \"api.example.com\" } }") {
      $0.core = TestCore(http: http)
    }
    #expect(
      await probe.failure("http.get", .string("\(url)/big"))
        == "memory: GET \(url)/big: the memory limit of 48 MiB is reached; ask for less, or read it as a stream")
    #expect(Self.held(probe.app) == 0)
    #expect(try await probe.call("http.get", .string("\(url)/small"))["body"] == "xxxxxxx")
  }

  @Test("ends the reading of a server's JSON; invalid JSON is not an error of memory")
  func answerJSON() async throws {
    let url = "https://api.example.com"
    let http = StubHTTPClient { _ in
      HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"], body: Array(Self.brackets(2_000_000).utf8))
    }
    let probe = try Self.probe("http", mebibytes: 64, more: ", grants = { hosts = { \"api.example.com\" } }") {
      $0.core = TestCore(http: http)
    }
    let failure = await probe.failure("http.get", .string(url))
    #expect(failure.hasPrefix("memory: GET \(url): the answer (200) cannot be read as JSON: 1:"), "\(failure)")
    #expect(failure.hasSuffix("and the values of this text need more; ask for less"), "\(failure)")
  }

  @Test("counts the values of kv as long as they exist")
  func values() async throws {
    let probe = try Self.probe("kv", mebibytes: 16)
    let text = Value.string(String(repeating: "x", count: 1_000_000))
    var failure = ""
    var number = 0
    while failure.isEmpty, number < 20 {
      number += 1
      failure = await probe.failure("kv.set", .string("k\(number)"), text)
    }
    #expect((8...16).contains(number), "\(number)")
    #expect(failure.hasPrefix("memory: "), "\(failure)")
    #expect(
      failure.hasSuffix(
        "/kv.sqlite: the memory limit of 16 MiB is reached, and all values are kept in memory; remove some, or keep large ones in files"
      ), "\(failure)")
    #expect(try await probe.call("kv.get", "k1") == text)
    // Scripts have what is left.
    let take = "t = {} for i = 1, 80 do t[i] = ('x'):rep(100000) .. i end"
    #expect(probe.app.failure(take).hasSuffix("stopped: the memory limit of 16 MiB is reached"))
    for number in 1..<number { try await probe.call("kv.remove", .string("k\(number)")) }
    #expect(probe.app.failure(take) == "")
  }

  @Test("refuses an action with too many rows; the rows stay")
  func rows() throws {
    let app = try TestHost(["rows": "return require('udf').entities { name = 'rows', key = 'id' }"]) {
      $0.memoryLimit = 48 * Self.mebibyte
      $0.historyLimit = 0
    }
    var count = 0
    var failure = ""
    while failure.isEmpty, count < 1000 {
      failure = app.failure("rows.upsert { row = { id = 'r\(count)', text = ('x'):rep(200000) } }")
      if failure.isEmpty { count += 1 }
    }
    #expect((200..<300).contains(count), "\(count)")
    #expect(
      failure.contains("rows/upsert: rows: the memory limit of 48 MiB is reached; the rows it had take "), "\(failure)")
    #expect(failure.hasSuffix("The action was refused and the state is unchanged."), "\(failure)")
    #expect(try app.state("rows.count") == .integer(Int64(count)))
    try app.run("rows.replaceAll { rows = {} }")
    #expect(app.failure("rows.upsert { row = { id = 'new', text = ('x'):rep(2000000) } }") == "")
  }

  @Test("ends a stream of actions that are not read, and reports it once")
  func watchers() async throws {
    let app = try TestHost([
      "a": Source.feature("name = 'a', state = {}, reduce = { put = function(s, a) s.text = a.text end }")
    ]) {
      $0.memoryLimit = 32 * Self.mebibyte
      $0.historyLimit = 0
    }
    let stream = app.host.records()
    for _ in 0..<40 { try app.run("a.put { text = ('x'):rep(1000000) }") }
    #expect(
      app.errors.map(\.message) == [
        """
        records(): the memory limit of 32 MiB is reached by unread actions; the stream has ended
          To fix this, read it faster, or ask for the values at a path.
        """
      ])
    #expect(app.errors.first?.code == "memory")
    var read = 0
    for await _ in stream { read += 1 }
    #expect((4..<32).contains(read), "\(read)")
    #expect(Self.held(app) == 0)
  }
}
