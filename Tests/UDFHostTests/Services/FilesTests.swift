import HostTesting
import Testing
import UDFServices
import UDFTooling

@testable import UDFHost

@Suite("the files service")
struct FilesTests {
  @Test("returns a file as a whole, or line by line, also a last line without an end")
  func reading() async throws {
    let probe = try ServiceProbe.files()
    #expect(try await probe.call("files.read", "data/lines.txt") == "one\ntwo\r\n\nlast")
    #expect(try await probe.each("files.lines", "data/lines.txt") == ["one", "two\r", "", "last"])
    #expect(try await probe.call("files.size", "data/lines.txt") == 14)
  }

  @Test("returns thousands of lines in order, one of a megabyte, and bytes that are not UTF-8 unchanged")
  func manyLines() async throws {
    let probe = try ServiceProbe.files()
    let long = String(repeating: "x", count: 1 << 20)
    try probe.app.folder.save(long + "\nshort\n", to: "long.txt")
    try probe.app.folder.run("sh", "-c", "seq 3000 > many.txt; printf '\\377\\n' > bytes.txt; : > empty.txt")
    #expect(try await probe.each("files.lines", "many.txt") == .list((1...3000).map { .string("\($0)") }))
    #expect(try await probe.each("files.lines", "long.txt") == [.string(long), "short"])
    #expect(try await probe.each("files.lines", "bytes.txt") == [.bytes([0xff])])
    #expect(try await probe.call("files.read", "bytes.txt") == .bytes([0xff, 0x0a]))
    #expect(try await probe.each("files.lines", "empty.txt") == [])
    #expect(try await probe.call("files.read", "empty.txt") == "")
  }

  @Test("refuses ten gigabytes as a whole and as one line, and reads them line by line")
  func huge() async throws {
    let probe = try ServiceProbe.files()
    try probe.app.folder.run("sh", "-c", "echo first > huge.txt; truncate -s 10G huge.txt")
    #expect(try await probe.call("files.size", "huge.txt") == .integer(10 << 30))
    #expect(
      await probe.failure("files.read", "huge.txt")
        == "tooLarge: huge.txt: it has more than 16777216 bytes, the limit of files.read; "
        + "read it line by line with files.lines")
    #expect(
      await probe.eachFailure("files.lines", "huge.txt")
        == "tooLarge: huge.txt: it has more than 16777216 bytes in a line, the limit of files.lines")
  }

  @Test("lists existing files, and folders with a slash")
  func listing() async throws {
    let probe = try ServiceProbe.files()
    #expect(try await probe.call("files.list") == ["app.lua", "data/", "probe.lua"])
    #expect(try await probe.call("files.list", "data") == ["lines.txt"])
    for (path, isThere) in [("data", true), ("data/lines.txt", true), ("data/none.txt", false), ("none/none", false)] {
      #expect(try await probe.call("files.exists", .string(path)) == .boolean(isThere), "\(path)")
    }
  }

  @Test("refuses a folder, a pipe, a device, and a missing file")
  func noFile() async throws {
    let probe = try ServiceProbe.files { $0.grants = [Grant(.files, "/dev")] }
    try probe.app.folder.run("mkfifo", "pipe")
    for path in ["data", "pipe", "/dev/zero"] {
      #expect(
        await probe.failure("files.read", .string(path))
          == "notAFile: \(path): this is no regular file; files.read takes files only")
    }
    #expect(
      await probe.eachFailure("files.lines", "none.txt")
        == "notFound: none.txt: no such file or folder; files.list shows the existing names")
    #expect(
      await probe.failure("files.list", "data/lines.txt")
        == "notAFolder: data/lines.txt: a part of the path is not a folder; files.list shows the existing names")
    #expect(
      await probe.failure("files.size", "data/lines.txt/more")
        == "notAFolder: data/lines.txt/more: a part of the path is not a folder; files.list shows the existing names")
  }

  @Test("blocks nothing while the disk is slow", arguments: ["call", "each"])
  func slowDisk(_ action: String) async throws {
    let app = try ServiceProbe.files().app
    let method: Value = action == "call" ? "read" : "lines"
    try app.host.send("probe/\(action)", ["service": "files", "method": method, "arguments": ["data/lines.txt"]])
    #expect(app.host.effects.calls == 1)
    #expect(try app.state("probe.results") == [:])
    await app.settled()
    #expect(try app.state("probe.results")["result"] != .none)
  }

  @Test("refuses a path, key or name that is not UTF-8")
  func encoding() async throws {
    let bytes = Value.bytes(Array("caf".utf8) + [0xe9, 0x0a])
    let probe = try ServiceProbe("files", "kv", "env", "http") { $0.core = TestCore() }
    for (method, name) in [
      ("files.read", "path"), ("files.list", "path"), ("files.remove", "path"), ("kv.get", "key"),
      ("kv.keys", "prefix"),
      ("kv.remove", "key"), ("env.get", "name"), ("http.get", "url"),
    ] {
      #expect(
        await probe.failure(method, bytes)
          == "arguments: \(method): \(name) must be valid UTF-8, got \"caf\\xE9\\x0A\"")
    }
    for (method, name) in [("files.write", "path"), ("files.append", "path"), ("kv.set", "key")] {
      #expect(
        await probe.failure(method, bytes, "x")
          == "arguments: \(method): \(name) must be valid UTF-8, got \"caf\\xE9\\x0A\"")
    }
    #expect(try await probe.call("kv.keys") == [])
  }

  @Test("describes its calls and methods")
  func arguments() async throws {
    let probe = try ServiceProbe.files()
    #expect(
      await probe.failure("files.size", true)
        == "arguments: files.size: path must be a string, got boolean true\n"
        + "  Signature: files.size(path: string) → integer")
    let other = Source.feature(
      "name = 'c', uses = { 'files' }, effects = { go = function(cx) cx.services.files.lnes('x') end }")
    let source = Source.feature("name = 'b', effects = { go = function(cx) cx.services.files.lines('x') end }")
    let app = try TestHost(["b": source, "c": other])
    try app.host.send("b/go")
    try app.host.send("c/go")
    let end = "\n  The effect has ended; the state is as it left it."
    #expect(
      app.errors.map(\.message) == [
        "b.lua:3: effect of b/go: the service \"files\" is not listed by the feature b. To fix this, add it: uses = { \"files\" }\(end)",
        "c.lua:3: effect of c/go: the service files has no method \"lnes\". Did you mean \"lines\"?\(end)",
      ])
  }

  @Test("reports an error that an effect does not catch with its message")
  func uncaught() async throws {
    let feature = Source.feature(
      "name = 'a', uses = { 'files' }, effects = { go = function(cx) cx.services.files.read('none.txt') end }")
    let app = try TestHost(["a": feature])
    try app.host.send("a/go")
    await app.settled()
    #expect(
      app.errors.map(\.message) == [
        """
        a.lua:3: effect of a/go: none.txt: no such file or folder; files.list shows the existing names
          The effect has ended; the state is as it left it.
        """
      ])
  }
}
