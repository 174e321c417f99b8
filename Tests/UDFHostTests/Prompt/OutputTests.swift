import HostTesting
import Testing
import UDFHost

@Suite("output of scripts")
struct OutputTests {
  private static func feature(_ reduce: String) -> String {
    Source.feature("name = 'a', state = { n = 0 }, reduce = { go = function(state) \(reduce) end }")
  }

  @Test("at the prompt, io.write is print without the end of the line")
  func prompt() throws {
    let app = try TestHost(["counter": Source.counter])
    try app.run("io.write('a', 1, ' ', 2.5, ' ', 3.0)")
    #expect(app.prints == ["a1 2.5 3"])
    app.forgetEvents()
    try app.run("io.write('x\\ny\\nz'):write('!') print('p') io.stdout:write('q') io.stderr:write('r\\n')")
    #expect(app.prints == ["x\ny", "z!p", "qr"])
    #expect(try app.run("io.type(io.stdout) .. tostring(io.stdout)") == "filefile (stdout)")
    #expect(try app.run("io.type(7)") == .none)
    guard case .value([]) = app.host.evaluate("io.write('a')") else {
      Issue.record("its result is shown")
      return
    }
  }

  @Test("in a file of the app, io.write is a line of the log, as print is")
  func log() throws {
    let app = try TestHost(["a": Self.feature("io.write('half ') print('whole') io.write('rest')")])
    try app.run("a.go()")
    #expect(app.logs == ["info half whole", "info rest"])
    #expect(app.prints == [])
  }

  @Test("in a reducer, print shows the fields of a table as at the prompt")
  func reducer() throws {
    let app = try TestHost(["a": Self.feature("state.n = 1 print(state) print({ 1, 2 }, 'end')")])
    try app.run("a.go()")
    #expect(app.logs == ["info { n = 1 }", "info { 1, 2 }\tend"])
  }

  @Test("a line without an end is divided, and ends with the run that wrote it")
  func long() throws {
    let app = try TestHost(["counter": Source.counter])
    try app.run("for i = 1, 100 do io.write(('x'):rep(1000)) end")
    #expect(app.prints.map(\.count) == [66000, 34000])
  }

  @Test(
    "takes only strings and numbers",
    arguments: [
      ("io.write({})", "prompt:1: bad argument #1 to 'write' (string expected, got table)"),
      ("io.stdout:write('a', nil)", "prompt:1: bad argument #2 to 'write' (string expected, got nil)"),
      ("warn()", "prompt:1: bad argument #1 to 'warn' (string expected, got no value)"),
      ("warn('a', {})", "prompt:1: bad argument #2 to 'warn' (string expected, got table)"),
    ])
  func refused(_ line: String, _ text: String) throws {
    #expect(try TestHost(["counter": Source.counter]).failure(line) == text)
  }

  @Test("warn is a warning in the log, unless a script has disabled it")
  func warnings() throws {
    let app = try TestHost(["counter": Source.counter])
    try app.run("warn('a', 1) warn('@off') warn('b') warn('@on') warn('@unknown') warn('@', 'c')")
    #expect(app.logs == ["warning a1", "warning @c"])
  }

  @Test(
    "missing functions of io and os name their replacement when they are called",
    arguments: [
      (
        "io.open('x')",
        "io.open is not available to scripts: files are read and written by services.files, in an effect"
      ),
      (
        "local f = io.lines('x')",
        "io.lines is not available to scripts: files are read and written by services.files, in an effect"
      ),
      (
        "os.execute('x')",
        "os.execute is not available to scripts: no service starts programs; a program that contains the host can offer one that does"
      ),
      (
        "os.getenv('x')",
        "os.getenv is not available to scripts: variables that are granted are read by services.env, in an effect"
      ),
      (
        "io.read()",
        "io.read is not available to scripts: scripts do not read from the terminal; what is typed there sends actions"
      ),
      ("os.exit()", "os.exit is not available to scripts: the host ends when its user ends it"),
      ("local t = { f = false } t.f()", "attempt to call a boolean value (field 'f')"),
      ("local t = { open = true } t.open()", "attempt to call a boolean value (field 'open')"),
    ])
  func absent(_ line: String, _ text: String) throws {
    #expect(try TestHost(["counter": Source.counter]).failure(line) == "prompt:1: \(text)")
  }

  @Test("missing functions of io and os are false, so that scripts can check for them")
  func guarded() throws {
    let app = try TestHost(["counter": Source.counter])
    #expect(try app.run("(io and io.open and 'there') or 'not there'") == "not there")
    #expect(try app.run("type(os.getenv) == 'function'") == false)
    #expect(
      try app.run("select(2, pcall(io.open, 'x'))")
        == "attempt to call a boolean value; io and os functions that scripts lack are false: use services instead")
    #expect(try app.run("package and package.config") == .none)
  }
}
