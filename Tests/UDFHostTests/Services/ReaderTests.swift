import Testing
import UDFHost

@Suite("the reader service")
struct ReaderTests {
  private static let reader = """
    local udf = require "udf"
    return udf.feature {
      name = "a",
      uses = { "reader" },
      state = { lines = udf.list {}, error = {} },
      reduce = {
        line = function(state, action) table.insert(state.lines, action.text) end,
        failed = function(state, action) state.error = action.error end,
      },
      effects = {
        read = function(cx, action)
          local ok, problem = pcall(function()
            for line in cx.services.reader.lines(action.path) do cx.send { type = "line", text = line } end
          end)
          if not ok then cx.send { type = "failed", error = problem } end
        end,
        size = function(cx, action)
          local ok, result = pcall(cx.services.reader.size, action.path)
          cx.send(ok and { type = "line", text = result } or { type = "failed", error = result })
        end,
        first = function(cx, action)
          for line in cx.services.reader.lines(action.path) do
            cx.send { type = "line", text = line }
            break
          end
        end,
      },
    }
    """

  private static func app(_ grants: String = "", configure: (inout HostConfiguration) -> Void = { _ in }) throws
    -> TestHost
  {
    let app = try TestHost(["a": reader, "app": Source.app(["a"], more: grants)], configure: configure)
    try app.folder.save("one\ntwo\r\n\nlast", to: "data/lines.txt")
    return app
  }

  private static func read(_ app: TestHost, _ path: String) throws -> Value {
    try app.host.send("a/read", ["path": .string(path)])
    return try app.state("a.lines")
  }

  private static func code(_ app: TestHost, _ path: String) throws -> Value {
    _ = try read(app, path)
    return try app.state("a.error.code")
  }

  @Test("gives a file of the app's folder line by line, the last one without an end too")
  func lines() throws {
    #expect(try Self.read(Self.app(), "data/lines.txt") == ["one", "two\r", "", "last"])
  }

  @Test("gives thousands of lines in order, and bytes that are no UTF-8 as they are")
  func many() throws {
    let app = try Self.app()
    try app.folder.run("sh", "-c", "seq 3000 > many.txt; printf '\\377\\n' > bytes.txt; : > empty.txt")
    guard case .list(let lines) = try Self.read(app, "many.txt") else { return #expect(Bool(false), "no lines") }
    #expect(lines == (1...3000).map { .string("\($0)") })
    guard case .list(let more) = try Self.read(app, "bytes.txt") else { return #expect(Bool(false), "no lines") }
    #expect(more.last == .bytes([0xff]))
    #expect(try Self.read(app, "empty.txt") == .list(more))
  }

  @Test("tells how many bytes a file has, under the same conditions")
  func size() throws {
    let app = try Self.app()
    for path in ["data/lines.txt", "/etc/passwd"] { try app.host.send("a/size", ["path": .string(path)]) }
    #expect(try app.state("a.lines") == [14])
    #expect(try app.state("a.error.code") == "notGranted")
    for (path, code) in [("data", "notAFile"), ("nothing.txt", "notFound")] {
      try app.host.send("a/size", ["path": .string(path)])
      #expect(try app.state("a.error.code") == .string(code))
    }
    try app.host.send("a/size", ["path": true])
    #expect(
      try app.state("a.error.message")
        == "reader.size: path must be a string, got boolean true\n  It is called so: reader.size(path: string) → integer"
    )
  }

  @Test("refuses what lies outside: above, by an absolute path, and through a link")
  func outside() throws {
    let app = try Self.app()
    let other = try TemporaryFolder()
    try other.save("secret", to: "secret.txt")
    try app.folder.run("ln", "-s", other("secret.txt"), "link.txt")
    try app.folder.run("ln", "-s", other.path, "linked")
    let up = "../" + other.path.split(separator: "/").last! + "/secret.txt"
    for path in [up, other("secret.txt"), "link.txt", "linked/secret.txt", "data/../" + up, "/etc/passwd"] {
      #expect(try Self.code(app, path) == "notGranted", "\(path)")
    }
    #expect(try app.state("a.lines") == [])
    #expect(
      try app.state("a.error") == [
        "code": "notGranted",
        "message":
          "/etc/passwd: scripts may not read this file; grant it with --grant files=/etc/passwd, or in udf.app: grants = { files = { \"/etc/passwd\" } }",
        "method": "lines", "service": "reader",
      ])
  }

  @Test("refuses a folder beside the app's whose name begins alike")
  func sibling() throws {
    let app = try Self.app()
    try app.folder.run("sh", "-c", "mkdir \"$PWD-more\" && echo x > \"$PWD-more/x.txt\"")
    #expect(try Self.code(app, app.folder.path + "-more/x.txt") == "notGranted")
    try app.folder.run("sh", "-c", "rm -r \"$PWD-more\"")
  }

  @Test("reads what is granted: by the configuration, by the app, or named on the command line")
  func granted() throws {
    let other = try TemporaryFolder()
    try other.save("granted", to: "deep/file.txt")
    let path = other("deep/file.txt")
    #expect(try Self.read(Self.app { $0.grants = [Grant(.files, path)] }, path) == ["granted"])
    #expect(try Self.read(Self.app { $0.grants = [Grant(.files, other.path)] }, path) == ["granted"])
    #expect(try Self.read(Self.app(", grants = { files = { \"\(other.path)\" } }"), path) == ["granted"])
    #expect(try Self.read(Self.app { $0.arguments = ["--verbose", path] }, path) == ["granted"])
  }

  @Test("grants of the app follow its reloads")
  func grantsReload() throws {
    let other = try TemporaryFolder()
    let path = try other.save("granted", to: "file.txt")
    let app = try Self.app()
    #expect(try Self.code(app, path) == "notGranted")
    try app.save(Source.app(["a"], more: ", grants = { files = { \"\(path)\" } }"), to: "app")
    #expect(app.saved("app")?.ok == true)
    #expect(try Self.read(app, path) == ["granted"])
    try app.save(Source.app(["a"]), to: "app")
    #expect(app.saved("app")?.ok == true)
    #expect(try Self.code(app, path) == "notGranted")
  }

  @Test("refuses what is no file: a folder, a pipe, a device, nothing at all")
  func noFile() throws {
    let app = try Self.app { $0.grants = [Grant(.files, "/dev")] }
    try app.folder.run("mkfifo", "pipe")
    for path in ["data", "pipe", "/dev/zero"] { #expect(try Self.code(app, path) == "notAFile", "\(path)") }
    #expect(try app.state("a.error.message") == "/dev/zero: this is no regular file")
    #expect(try Self.code(app, "nothing.txt") == "notFound")
    #expect(try app.state("a.error.message") == "nothing.txt: No such file or directory")
  }

  @Test("says how it is called, and what it has")
  func arguments() throws {
    let app = try Self.app()
    try app.host.send("a/read")
    #expect(try app.state("a.error.code") == "arguments")
    #expect(
      try app.state("a.error.message")
        == "reader.lines: path is missing; it must be a string\n  It is called so: reader.lines(path: string) → string")
    try app.host.send("a/read", ["path": 7])
    #expect(
      try app.state("a.error.message")
        == "reader.lines: path must be a string, got number 7\n  It is called so: reader.lines(path: string) → string")
  }

  @Test("closes a file that an effect did not read to its end, in its first segment too")
  func closes() throws {
    let app = try Self.app()
    for _ in 1...2000 { try app.host.send("a/first", ["path": "data/lines.txt"]) }
    #expect(app.errors.isEmpty)
    guard case .list(let lines) = try app.state("a.lines") else { return #expect(Bool(false), "no lines") }
    #expect(lines.count == 2000)
  }

  @Test("an error that an effect does not catch is told with its message")
  func uncaught() throws {
    let app = try Self.app()
    try app.host.send("a/first", ["path": "nothing.txt"])
    #expect(
      app.errors.map(\.message) == [
        """
        effect of a/first: nothing.txt: No such file or directory
          The effect has ended; the state is as it left it.
        """
      ])
    #expect(app.errors.map(\.code) == ["effect"])
  }

  @Test("is out of reach of a feature that does not list it, and has no other methods")
  func uses() throws {
    let source = Source.feature(
      """
        name = "b",
        effects = {
          service = function(cx) cx.services.reader.lines("x") end,
          },
      """)
    let other = Source.feature(
      "name = 'c', uses = { 'reader' }, effects = { go = function(cx) cx.services.reader.lnes('x') end }")
    let app = try TestHost(["b": source, "c": other])
    try app.host.send("b/service")
    try app.host.send("c/go")
    let end = "\n  The effect has ended; the state is as it left it."
    #expect(
      app.errors.map(\.message) == [
        "b.lua:5: effect of b/service: the service \"reader\" is not listed by the feature b. To fix this, add it: uses = { \"reader\" }\(end)",
        "c.lua:3: effect of c/go: the service reader has no method \"lnes\". Did you mean \"lines\"?\(end)",
      ])
  }
}
