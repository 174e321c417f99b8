import Testing

@Suite("udfhost test")
struct TestCommandTests {
  private let folder = AppFolder()

  init() {
    folder.write("features/counter_test.lua", Self.passing)
    folder.write("broken_test.lua", Self.failing)
  }

  @Test("writes a line for each file, every failure in full, and the numbers of results")
  func text() throws {
    let run = try Batch(folder, folder.app, app: "test")
    let lines = run.lines.map(Self.withoutTime)
    #expect(
      lines == [
        "✗ \(folder.path)/broken_test.lua  2 failed", "  ✗ is told wrongly", "  ✗ is not equal",
        "counter › counts: it counts", "✓ \(folder.path)/features/counter_test.lua  1 passed, 1 skipped", "",
        "✗ is told wrongly  \(folder.path)/broken_test.lua:4",
        "  counter/inc did not change the state as expected",
        "    counter.count: expected 2, is 1",
        #"    counter.more: expected {{id=1, name="a"}}, is nil"#,
        "    3 |   local store = test.store()",
        #"    4 |   store.send({ type = "counter/inc" }, function(state)"#,
        "",
        "✗ is not equal  \(folder.path)/broken_test.lua:10",
        "  the values are not equal",
        "    items[2]: expected 2, is missing",
        "     9 | test.it(\"is not equal\", function()",
        "    10 |   test.expect({ items = { 1 } }).to_equal { items = { 1, 2 } }",
        "",
        "1 passed, 2 failed, 1 skipped",
      ])
    #expect(run.error == "")
    #expect(run.code == 1)
  }

  @Test("writes the time of each test, of each file and of the whole run")
  func times() throws {
    let lines = try Batch(folder, folder.app, "-v", app: "test").lines
    let ended = lines.filter { ["✓ ", "✗ "].contains($0.drop { $0 == " " }.prefix(2)) && !$0.contains("_test.lua:") }
    #expect(ended.count == 5, "\(lines)")
    for line in ended { #expect(line.contains(#/  [0-9.]+ m?s$/#), "\(line)") }
    #expect(lines.last?.contains(#/ \([0-9.]+ s\)$/#) == true, "\(lines)")
    #expect(lines.contains("  - counter › waits"))
  }

  @Test("with one file runs only that, lists its tests, and exits with 0 if all pass")
  func file() throws {
    let run = try Batch(folder, folder.path + "/features/counter_test.lua", app: "test")
    let lines = run.lines.map(Self.withoutTime)
    let tests = ["  ✓ counter › counts", "  - counter › waits", "", "1 passed, 1 skipped"]
    #expect(lines.suffix(4) == tests)
    #expect(run.code == 0)
    // Of several files only those that fail, unless all are asked for.
    let all = try Batch(folder, folder.app, "-v", app: "test").lines.map(Self.withoutTime)
    #expect(all.contains(tests[0]) && all.contains("  ✗ is told wrongly"))
  }

  @Test("fits a narrow window: texts are wrapped, source lines are clipped")
  func narrow() throws {
    let terminal = try Terminal(folder, "--no-color", folder.path + "/broken_test.lua", app: "test", columns: 40)
    #expect(terminal.end() == 1)
    #expect(terminal.screen.text.contains("    counter.count: expected 2, is 1\n"))
    #expect(terminal.screen.text.contains("    4 |   store.send({ type = \"counter/…\n"), "\(terminal.screen.text)")
    #expect(terminal.screen.text.contains("  counter/inc did not change the state\n"), "\(terminal.screen.text)")
  }

  @Test("runs only tests with the text of --filter")
  func filter() throws {
    let run = try Batch(folder, folder.path, "--filter", "counter › co", app: "test")
    #expect(run.lines.last.map(Self.withoutTime) == "1 passed")
    let none = try Batch(folder, folder.path, "--filter", "nothing", app: "test")
    #expect(none.error == "--filter: no test's name contains \"nothing\"\n")
    #expect(none.code == 2)
  }

  @Test("with --json writes one object a test and a summary")
  func json() throws {
    let run = try Batch(folder, folder.path, "--json", app: "test")
    let lines = run.lines.map {
      $0.replacing(#/"seconds":[0-9.e-]+/#, with: #""seconds":0"#).replacing(folder.path, with: "")
    }
    #expect(
      lines == [
        #"{"failure":{"code":"assertion","differences":["counter.count: expected 2, is 1","#
          + #""counter.more: expected {{id=1, name=\"a\"}}, is nil"],"file":"/broken_test.lua","line":4,"#
          + #""message":"broken_test.lua:4: counter/inc did not change the state as expected"},"#
          + #""file":"/broken_test.lua","kind":"test","line":2,"name":"is told wrongly","seconds":0,"status":"failed"}"#,
        #"{"failure":{"code":"assertion","differences":["items[2]: expected 2, is missing"],"file":"/broken_test.lua","#
          + #""line":10,"message":"broken_test.lua:10: the values are not equal"},"file":"/broken_test.lua","#
          + #""kind":"test","line":9,"name":"is not equal","seconds":0,"status":"failed"}"#,
        #"{"file":"/features/counter_test.lua","kind":"test","line":3,"name":"counter › counts","#
          + #""output":["it counts"],"seconds":0,"status":"passed"}"#,
        #"{"file":"/features/counter_test.lua","kind":"test","line":8,"name":"counter › waits","seconds":0,"#
          + #""status":"skipped"}"#,
        #"{"failed":2,"kind":"summary","passed":1,"seconds":0,"skipped":1}"#,
      ])
    #expect(run.code == 1)
  }

  @Test("exits with 2 for a missing file and without tests")
  func missing() throws {
    let wrong = try Batch(folder, folder.path + "/broken_tests.lua", app: "test")
    #expect(
      wrong.error == "\(folder.path)/broken_tests.lua: there is no such file."
        + " Did you mean \"\(folder.path)/broken_test.lua\"?\n")
    #expect(wrong.code == 2)
    let empty = AppFolder()
    let none = try Batch(empty, empty.path, app: "test")
    #expect(
      none.error == """
        \(empty.path): there are no tests
          To fix this, write some in a file whose name ends in _test.lua

        """)
    #expect(none.code == 2)
    let path = empty.write("x_test.lua", #"local test = require "udf.test""#)
    let bare = try Batch(empty, path, app: "test")
    #expect(
      bare.error == """
        \(path): there are no tests
          To fix this, write one: test.it("what it does", function() … end)

        """)
    #expect(bare.code == 2)
  }

  private static func withoutTime(_ line: String) -> String {
    line.replacing(#/ +\(?[0-9.]+ m?s\)?$/#, with: "")
  }

  private static let passing = """
    local test = require "udf.test"
    test.describe("counter", function()
      test.it("counts", function()
        local store = test.store()
        print("it counts")
        store.send({ type = "counter/inc", by = 2 }, function(state) state.counter.count = 2 end)
      end)
      test.it.skip("waits", function() end)
    end)
    """

  private static let failing = """
    local test = require "udf.test"
    test.it("is told wrongly", function()
      local store = test.store()
      store.send({ type = "counter/inc" }, function(state)
        state.counter.count = 2
        state.counter.more = { { id = 1, name = "a" } }
      end)
    end)
    test.it("is not equal", function()
      test.expect({ items = { 1 } }).to_equal { items = { 1, 2 } }
    end)
    """
}
