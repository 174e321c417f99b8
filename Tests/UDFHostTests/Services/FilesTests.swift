import FolderTesting
import HostTesting
import Testing
import UDFServices

@testable import UDFHost

@Suite("the files service")
struct FilesTests {
  private static func probe(more: String = "", configure: (inout HostConfiguration) -> Void = { _ in }) throws
    -> ServiceProbe
  {
    let probe = try ServiceProbe("files", more: more, configure: configure)
    try probe.app.folder.save("one\ntwo\r\n\nlast", to: "data/lines.txt")
    return probe
  }

  private static func refusal(_ path: String) -> String {
    "notGranted: \(path): scripts may not reach this file; grant it with --grant files=\(path), "
      + "or in udf.app: grants = { files = { \"\(path)\" } }"
  }

  // MARK: reading

  @Test("gives a file whole, or line by line, the last one without an end too")
  func reading() async throws {
    let probe = try Self.probe()
    #expect(try await probe.call("files.read", "data/lines.txt") == "one\ntwo\r\n\nlast")
    #expect(try await probe.each("files.lines", "data/lines.txt") == ["one", "two\r", "", "last"])
    #expect(try await probe.call("files.size", "data/lines.txt") == 14)
  }

  @Test("gives thousands of lines in order, one of a megabyte, and bytes that are no UTF-8 as they are")
  func manyLines() async throws {
    let probe = try Self.probe()
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

  @Test("ten gigabytes: refused whole and as one line, gone through line by line")
  func huge() async throws {
    let probe = try Self.probe()
    try probe.app.folder.run("sh", "-c", "echo first > huge.txt; truncate -s 10G huge.txt")
    #expect(try await probe.call("files.size", "huge.txt") == .integer(10 << 30))
    #expect(
      await probe.failure("files.read", "huge.txt")
        == "tooLarge: huge.txt: it has more than 16777216 bytes, which is as much as files.read takes; "
        + "go through it with files.lines")
    #expect(
      await probe.eachFailure("files.lines", "huge.txt")
        == "tooLarge: huge.txt: it has more than 16777216 bytes in a line, which is as much as files.lines takes")
  }

  @Test("tells what is there: files, and folders with a slash")
  func listing() async throws {
    let probe = try Self.probe()
    #expect(try await probe.call("files.list") == ["app.lua", "data/", "probe.lua"])
    #expect(try await probe.call("files.list", "data") == ["lines.txt"])
    for (path, isThere) in [("data", true), ("data/lines.txt", true), ("data/none.txt", false), ("none/none", false)] {
      #expect(try await probe.call("files.exists", .string(path)) == .boolean(isThere), "\(path)")
    }
  }

  @Test("refuses what is no file: a folder, a pipe, a device, nothing at all")
  func noFile() async throws {
    let probe = try Self.probe { $0.grants = [Grant(.files, "/dev")] }
    try probe.app.folder.run("mkfifo", "pipe")
    for path in ["data", "pipe", "/dev/zero"] {
      #expect(
        await probe.failure("files.read", .string(path))
          == "notAFile: \(path): this is no regular file; files.read takes files only")
    }
    #expect(
      await probe.eachFailure("files.lines", "none.txt")
        == "notFound: none.txt: there is nothing of this name; files.list tells what there is")
    #expect(
      await probe.failure("files.list", "data/lines.txt")
        == "notAFolder: data/lines.txt: a file is in the place of a folder; files.list tells what there is")
    #expect(
      await probe.failure("files.size", "data/lines.txt/more")
        == "notAFolder: data/lines.txt/more: a file is in the place of a folder; files.list tells what there is")
  }

  @Test("holds nobody up while the disk takes its time", arguments: ["call", "each"])
  func slowDisk(_ action: String) async throws {
    let app = try Self.probe().app
    let method: Value = action == "call" ? "read" : "lines"
    try app.host.send("probe/\(action)", ["service": "files", "method": method, "arguments": ["data/lines.txt"]])
    #expect(app.host.effects.tasks.calls == 1)
    #expect(try app.state("probe.results") == [:])
    await app.settled()
    #expect(try app.state("probe.results")["result"] != .none)
  }

  // MARK: writing

  @Test("writes a file and the folders above it, over what was there, and appends to it")
  func writing() async throws {
    let probe = try Self.probe()
    try await probe.call("files.write", "new/deep/file.txt", "hello")
    #expect(try await probe.call("files.read", "new/deep/file.txt") == "hello")
    try await probe.call("files.write", "new/deep/file.txt", .bytes([0xff]))
    try await probe.call("files.append", "new/deep/file.txt", "\n")
    #expect(try await probe.call("files.read", "new/deep/file.txt") == .bytes([0xff, 0x0a]))
    try await probe.call("files.append", "log.txt", "first\n")
    #expect(try await probe.call("files.read", "log.txt") == "first\n")
    #expect(try await probe.call("files.list", "new/deep") == ["file.txt"])
  }

  @Test("keeps who may read a file that is written over")
  func permissions() async throws {
    let probe = try Self.probe()
    try probe.app.folder.run("chmod", "600", "data/lines.txt")
    try await probe.call("files.write", "data/lines.txt", "secret")
    try probe.app.folder.run(
      "sh", "-c", "test $(stat -c %a data/lines.txt 2>/dev/null || stat -f %Lp data/lines.txt) = 600")
  }

  @Test("removes a file, and no folder")
  func removing() async throws {
    let probe = try Self.probe()
    try await probe.call("files.remove", "data/lines.txt")
    #expect(try await probe.call("files.exists", "data/lines.txt") == false)
    #expect(
      await probe.failure("files.remove", "data")
        == "notAFile: data: this is no regular file; files.remove takes files only")
    #expect(
      await probe.failure("files.remove", "data/lines.txt")
        == "notFound: data/lines.txt: there is nothing of this name; files.list tells what there is")
  }

  @Test("writes in the order of the calls, however many effects wait")
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

  @Test("writes nothing where the script is told that it cannot wait, or is cancelled")
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

  @Test("a folder or a pipe is not written over, and a failed write leaves nothing behind")
  func notWritten() async throws {
    let probe = try Self.probe()
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

  // MARK: what may be reached

  @Test("refuses what lies outside: above, by an absolute path, and through a link, to read and to write")
  func outside() async throws {
    let probe = try Self.probe()
    let other = try TemporaryFolder()
    try other.save("secret", to: "secret.txt")
    try probe.app.folder.run("ln", "-s", other("secret.txt"), "link.txt")
    try probe.app.folder.run("ln", "-s", other.path, "linked")
    let up = "../" + other.path.split(separator: "/").last! + "/secret.txt"
    let paths = [
      up, other("secret.txt"), "link.txt", "linked/secret.txt", "linked/new.txt", "data/../" + up, "/etc/passwd", "/",
      "..", "", "none/../../x", "a\0b", other("no such file"),
    ]
    for path in paths {
      for method in ["read", "size", "exists", "list", "remove"] {
        #expect(await probe.failure("files.\(method)", .string(path)) == Self.refusal(path), "\(method)")
      }
      #expect(await probe.eachFailure("files.lines", .string(path)) == Self.refusal(path))
      for method in ["write", "append"] {
        #expect(await probe.failure("files.\(method)", .string(path), "x") == Self.refusal(path), "\(method)")
      }
    }
    try other.run("sh", "-c", "test \"$(cat secret.txt)\" = secret && test \"$(ls)\" = secret.txt")
  }

  @Test("follows links that stay inside, and dots; one that leads nowhere is not written through")
  func links() async throws {
    let probe = try Self.probe()
    try probe.app.folder.run("ln", "-s", "data", "alias")
    let other = try TemporaryFolder()
    try probe.app.folder.run("ln", "-s", other("not there"), "dangling")
    #expect(try await probe.call("files.read", "./alias/../alias/lines.txt") == "one\ntwo\r\n\nlast")
    try await probe.call("files.write", "alias/new.txt", "x")
    #expect(try await probe.call("files.list", "data") == ["lines.txt", "new.txt"])
    let refusal = "there is a link that leads nowhere, or was just put there; name the file itself"
    for method in ["write", "append"] {
      #expect(await probe.failure("files.\(method)", "dangling", "x") == "notGranted: dangling: \(refusal)")
    }
    #expect(await probe.failure("files.read", "dangling") == "notGranted: dangling: \(refusal)")
    try other.run("sh", "-c", "test -z \"$(ls)\"")
  }

  @Test("does not change the code of the app, whatever it is called, unless that is granted")
  func code() async throws {
    let probe = try Self.probe()
    try probe.app.folder.save("return 1", to: "data/helper.txt")
    try probe.app.folder.run("ln", "-s", "data/helper.txt", "helper.lua")
    try probe.app.save(Source.app(["probe"], more: ", version = require \"helper\""), to: "app")
    #expect(probe.app.saved("app")?.ok == true)
    func refusal(_ path: String) -> String {
      "notGranted: \(path): scripts may not change code, which is not data; grant it with --grant files=\(path), "
        + "or in udf.app: grants = { files = { \"\(path)\" } }"
    }
    for path in ["app.lua", "./data/../probe.lua", "new/deep.lua", "data/NEW.LUA", "helper.lua", "data/helper.txt"] {
      #expect(await probe.failure("files.write", .string(path), "x") == refusal(path))
      #expect(await probe.failure("files.append", .string(path), "x") == refusal(path))
      #expect(await probe.failure("files.remove", .string(path)) == refusal(path))
    }
    #expect(try await probe.call("files.read", "data/helper.txt") == "return 1")
    try await probe.call("files.write", "data/lua", "no code")
    let granted = try Self.probe { $0.grants = [Grant(.files, "data")] }
    try await granted.call("files.write", "data/made.lua", "return 1")
    #expect(await granted.failure("files.remove", "probe.lua") == refusal("probe.lua"))
  }

  @Test("refuses a folder beside the app's whose name begins alike")
  func sibling() async throws {
    let probe = try Self.probe()
    let path = probe.app.folder.path + "-more/x.txt"
    try probe.app.folder.run("sh", "-c", "mkdir \"$PWD-more\" && echo x > \"$PWD-more/x.txt\"")
    #expect(await probe.failure("files.read", .string(path)) == Self.refusal(path))
    try probe.app.folder.run("sh", "-c", "rm -r \"$PWD-more\"")
  }

  @Test("reaches what is granted: by the configuration, by the app, or named on the command line")
  func granted() async throws {
    let other = try TemporaryFolder()
    try other.save("granted", to: "deep/file.txt")
    let path = other("deep/file.txt")
    let value = Value.string(path)
    #expect(try await Self.probe { $0.grants = [Grant(.files, path)] }.call("files.read", value) == "granted")
    #expect(try await Self.probe { $0.grants = [Grant(.files, other.path)] }.call("files.read", value) == "granted")
    #expect(
      try await Self.probe(more: ", grants = { files = { \"\(other.path)\" } }").call("files.read", value) == "granted")
    let probe = try Self.probe { $0.arguments = ["--verbose", path, other("new.txt")] }
    #expect(try await probe.call("files.read", value) == "granted")
    try await probe.call("files.write", .string(other("new.txt")), "made")
    #expect(await probe.failure("files.write", .string(other("other.txt")), "x") == Self.refusal(other("other.txt")))
  }

  @Test("grants of the app follow its reloads")
  func grantsReload() async throws {
    let other = try TemporaryFolder()
    let path = try other.save("granted", to: "file.txt")
    let probe = try Self.probe()
    #expect(await probe.failure("files.read", .string(path)) == Self.refusal(path))
    try probe.app.save(Source.app(["probe"], more: ", grants = { files = { \"\(path)\" } }"), to: "app")
    #expect(probe.app.saved("app")?.ok == true)
    #expect(try await probe.call("files.read", .string(path)) == "granted")
    try probe.app.save(Source.app(["probe"]), to: "app")
    #expect(probe.app.saved("app")?.ok == true)
    #expect(await probe.failure("files.read", .string(path)) == Self.refusal(path))
  }

  // MARK: how it is called

  @Test("a path, key or name that is no UTF-8 is refused and nothing else taken for it")
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

  @Test("says how it is called, and what it has")
  func arguments() async throws {
    let probe = try Self.probe()
    #expect(
      await probe.failure("files.size", true)
        == "arguments: files.size: path must be a string, got boolean true\n"
        + "  It is called so: files.size(path: string) → integer")
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

  @Test("an error that an effect does not catch is told with its message")
  func uncaught() async throws {
    let feature = Source.feature(
      "name = 'a', uses = { 'files' }, effects = { go = function(cx) cx.services.files.read('none.txt') end }")
    let app = try TestHost(["a": feature])
    try app.host.send("a/go")
    await app.settled()
    #expect(
      app.errors.map(\.message) == [
        """
        a.lua:3: effect of a/go: none.txt: there is nothing of this name; files.list tells what there is
          The effect has ended; the state is as it left it.
        """
      ])
  }
}
