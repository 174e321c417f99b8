import HostTesting
import Testing
import UDFServices

@testable import UDFHost

@Suite("writing with the files service")
struct FileWritingTests {
  @Test("writes a file and its folders, replaces an existing one, and appends to it")
  func writing() async throws {
    let probe = try ServiceProbe.files()
    try await probe.call("files.write", "new/deep/file.txt", "hello")
    #expect(try await probe.call("files.read", "new/deep/file.txt") == "hello")
    try await probe.call("files.write", "new/deep/file.txt", .bytes([0xff]))
    try await probe.call("files.append", "new/deep/file.txt", "\n")
    #expect(try await probe.call("files.read", "new/deep/file.txt") == .bytes([0xff, 0x0a]))
    try await probe.call("files.append", "log.txt", "first\n")
    #expect(try await probe.call("files.read", "log.txt") == "first\n")
    #expect(try await probe.call("files.list", "new/deep") == ["file.txt"])
  }

  @Test("keeps the permissions of a replaced file")
  func permissions() async throws {
    let probe = try ServiceProbe.files()
    try probe.app.folder.run("chmod", "600", "data/lines.txt")
    try await probe.call("files.write", "data/lines.txt", "secret")
    try probe.app.folder.run(
      "sh", "-c", "test $(stat -c %a data/lines.txt 2>/dev/null || stat -f %Lp data/lines.txt) = 600")
  }

  @Test("removes a file, and no folder")
  func removing() async throws {
    let probe = try ServiceProbe.files()
    try await probe.call("files.remove", "data/lines.txt")
    #expect(try await probe.call("files.exists", "data/lines.txt") == false)
    #expect(
      await probe.failure("files.remove", "data")
        == "notAFile: data: this is no regular file; files.remove takes files only")
    #expect(
      await probe.failure("files.remove", "data/lines.txt")
        == "notFound: data/lines.txt: no such file or folder; files.list shows the existing names")
  }

  @Test("keeps the order of the calls, however many effects wait")
  func order() async throws {
    let feature = Source.feature(
      """
        name = "a", uses = { "files" },
        effects = { write = function(cx, action) cx.services.files.write("last.txt", tostring(action.n)) end },
      """)
    let app = try TestHost(["a": feature])
    for n in 1...200 { try app.host.send("a/write", ["n": .integer(Int64(n))]) }
    await app.settled()
    #expect(app.errors.isEmpty)
    try app.folder.run("sh", "-c", "test \"$(cat last.txt)\" = 200")
  }

  @Test("writes nothing if the script cannot wait, or is cancelled")
  func notBegun() async throws {
    let app = try TestHost(
      effects: """
        sort = function(cx) table.sort({ 1, 2 }, function() cx.services.files.write("sorted.txt", "x") end) end,
        go = function(cx)
          local guard <close> = setmetatable({}, { __close = function() cx.services.files.write("closed.txt", "x") end })
          cx.sleep(1)
        end,
        stop = function(cx) cx.cancel("go") end,
        last = function(cx)
          cx.services.files.write("last.txt", "x")
          note(cx, table.concat(cx.services.files.list(), " "))
        end,
        """, more: "uses = { \"files\" },")
    for action in ["sort", "go", "stop", "last"] { try app.host.send("a/\(action)") }
    await app.settled()
    #expect(try app.notes() == ["a.lua app.lua last.txt"])
    #expect(
      app.errors.map { $0.message.prefix { $0 != "\n" } } == [
        "a.lua:8: effect of a/sort: cannot await here: only an effect may wait, and not inside a callback of sort or gsub or while an error ends it"
      ])
  }

  @Test("does not replace a folder or a pipe, and leaves nothing behind after a failure")
  func notWritten() async throws {
    let probe = try ServiceProbe.files()
    try probe.app.folder.run("mkfifo", "pipe")
    for path in ["data", "pipe"] {
      for method in ["write", "append"] {
        #expect(
          await probe.failure("files.\(method)", .string(path), "x")
            == "notAFile: \(path): this is no regular file; files.\(method) takes files only")
      }
    }
    let name = String(repeating: "n", count: 300)
    #expect(
      await probe.failure("files.write", .string(name), "x") == "failed: \(name): cannot be opened: File name too long")
    #expect(try await probe.call("files.list") == ["app.lua", "data/", "pipe", "probe.lua"])
  }
}
