import FolderTesting
import HostTesting
import Testing
import UDF
import UDFHost

@testable import UDFTooling

@Suite("a test file")
struct TestFileTests {
  @Test("names its tests in order, with their enclosing describes")
  func names() throws {
    let app = try TestedApp(
      """
      it("alone", function() end)
      describe("users", function()
        describe("when empty", function() it("can be filled", function() end) end)
        it("can be loaded", function() end)
      end)
      """)
    #expect(app.results.map(\.name) == ["alone", "users › when empty › can be filled", "users › can be loaded"])
    #expect(app.results.map(\.line) == [3, 5, 6])
    #expect(app.summary.passed == 3)
  }

  @Test("runs again for each test, so that tests do not affect each other")
  func fresh() throws {
    let app = try TestedApp(
      """
      local count = 0
      local users = require "users"
      for i = 1, 3 do
        it("counts " .. i, function()
          count = count + 1
          users.seen = (users.seen or 0) + 1
          expect(count).to_equal(1)
          expect(users.seen).to_equal(1)
        end)
      end
      """)
    #expect(app.summary.passed == 3)
  }

  @Test("tests a feature in Swift that the test runner was given, through its actions")
  func native() throws {
    let app = try TestedApp(
      files: [
        "app.lua": """
        local udf = require "udf"
        return udf.app { name = "clicks", features = { udf.native "clicks" } }
        """,
        "clicks_test.lua": """
        local test = require "udf.test"
        test.it("counts", function()
          local store = test.store { app = "app.lua" }
          store.send({ type = "clicks/click", by = 2 }, function(state) state.clicks.count = 2 end)
        end)
        """,
      ], features: [Clicks()])
    #expect(app.failure == "")
    #expect(app.summary.passed == 1)
  }

  @Test("has hooks before and after each test, with the outermost first and last, also after a failure")
  func hooks() throws {
    let app = try TestedApp(
      """
      test.before_each(function() print("outer before") end)
      test.after_each(function() print("outer after") end)
      describe("users", function()
        test.before_each(function() print("before") end)
        test.after_each(function() print("after") end)
        it("are there", function() print("test"); error("no") end)
      end)
      """)
    #expect(app.results.map(\.output) == [["outer before", "before", "test", "after", "outer after"]])
    #expect(app.failure == "users_test.lua:8: no")
  }

  @Test("runs all hooks after a test, also after failures, and reports the first failure")
  func failingHooks() throws {
    let hooks = """
      test.after_each(function() print("outer after") end)
      describe("users", function()
        test.after_each(function() print("first after"); error("first") end)
        test.after_each(function() print("second after"); error("second") end)
        it("are there", function() print("test"); BODY end)
      end)
      """
    let failing = try TestedApp(hooks.replacing("BODY", with: #"error("test")"#))
    #expect(failing.results.map(\.output) == [["test", "first after", "second after", "outer after"]])
    #expect(failing.failure == "users_test.lua:7: test")
    let passing = try TestedApp(hooks.replacing("BODY", with: ""))
    #expect(passing.results.map(\.output) == [["test", "first after", "second after", "outer after"]])
    #expect(passing.failure == "users_test.lua:5: first")
  }

  @Test(
    "may raise any error, which is the test's failure, reported at the test if it has no position",
    arguments: ["failure = 99", "failure = -1", "failure = 0", "failure = 'x'", "code = 'assertion'"])
  func ownError(field: String) throws {
    let app = try TestedApp(
      """
      it("x", function()
        pcall(function() expect(1).to_equal(2) end)
        error({ \(field), message = "boo" })
      end)
      """)
    #expect(app.failure == "users_test.lua:3: boo")
    #expect(app.differences == [])
    #expect(
      try TestedApp(#"it("x", function() error { code = "x" } end)"#).failure
        == #"users_test.lua:3: an error table was raised: { code = "x" }"#)
  }

  @Test("can skip tests, one by one or a whole describe, or run only one")
  func modes() throws {
    let skipping = try TestedApp(
      """
      it.skip("one", function() error("never") end)
      describe.skip("all", function() it("two", function() error("never") end) end)
      it("three", function() end)
      """)
    #expect(skipping.results.map(\.status) == [.skipped, .skipped, .passed])
    let only = try TestedApp(
      """
      it("one", function() error("never") end)
      it.only("two", function() end)
      """)
    #expect(only.results.map(\.status) == [.skipped, .passed])
  }

  @Test("can be filtered by a text in a test's whole name")
  func filter() throws {
    let tests = """
      describe("users", function()
        it("load", function() end)
        it("go", function() end)
      end)
      """
    #expect(try TestedApp(tests, filter: "users › lo").results.map(\.name) == ["users › load"])
    #expect(try TestedApp(tests, filter: "nothing").summary.isEmpty)
  }

  @Test("that does not compile is one failure, shown with its place, and the others run")
  func syntax() throws {
    let files = [
      "a_test.lua": "local x = = 1\n",
      "features/b_test.lua": TestedApp.file(#"it("runs", function() end)"#),
    ]
    let app = try TestedApp(files: files)
    #expect(app.results.map(\.status) == [.failed, .passed])
    #expect(app.results[0].name == app.folder("a_test.lua"))
    #expect(
      app.failure == """
        a_test.lua:1:11: unexpected symbol near '='
           1 | local x = = 1
             |           ^
        """)
  }

  @Test("that loops endlessly is ended by its budget")
  func loop() throws {
    let app = try TestedApp(#"it("loops", function() while true do end end)"#, budget: 0.05)
    #expect(app.failure == "users_test.lua:3: stopped: the time budget of 0.05 s is spent")
  }

  @Test("with an effect that repeatedly sleeps zero seconds is ended by the budget too")
  func sleepless() throws {
    var files = TestedApp.users
    files["users.lua"] = files["users.lua"]?.replacing(
      "function() error(\"no luck\") end", with: "function(cx) while true do cx.sleep(0) end end")
    let app = try TestedApp(
      """
      it("loops", function()
        local store = test.store()
        store.send { type = "users/fail" }
        store.advance(1)
      end)
      """, files: files, budget: 0.5)
    // The test and the effect run in turn.
    let places = ["users.lua:24", "users_test.lua:6"]
    #expect(places.map { "\($0): stopped: the time budget of 0.5 s is spent" }.contains(app.failure))
  }

  @Test(
    "with wrong calls is refused",
    arguments: [
      (#"it("x")"#, #"users_test.lua:3: it "x" takes a function, got nil"#),
      (#"it(function() end)"#, "users_test.lua:3: it takes a name first, got function"),
      (
        #"test.describ("x", function() end)"#, #"users_test.lua:3: udf.test has no "describ". Did you mean "describe"?"#
      ),
      (
        #"it("x", function() it("y", function() end) end)"#,
        "users_test.lua:3: it works while the file loads, not inside a test"
      ),
      (
        "it('x', function()\ntest.store { app = 'nope.lua' } end)",
        "users_test.lua:4: nope.lua: there is no such file or folder"
      ),
    ])
  func misuse(source: String, message: String) throws {
    #expect(try TestedApp(source).failure.hasPrefix(message))
  }

  @Test("finds its app's modules from any folder, and needs no app")
  func places() throws {
    let files = [
      "app.lua": Source.app(["features/counter"]), "features/counter.lua": Source.counter,
      "features/deep/counter_test.lua": TestedApp.file(
        #"it("counts", function() expect(test.store().state.counter.count).to_equal(0) end)"#),
    ]
    #expect(try TestedApp(files: files).failure == "")
    let lone = try TestedApp(files: ["lone_test.lua": TestedApp.file(#"it("x", function() test.store() end)"#)])
    #expect(
      lone.failure == """
        lone_test.lua:3: test.store needs an app or features, since there is no app.lua
          To fix this, name what is tested: test.store { features = { require "features.…" } }
        """)
  }

  @Test("is reported as missing")
  func none() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: HostError.self) { try TestRunner(folder.path) }
    #expect(
      error?.message == """
        \(folder.path): there are no tests
          To fix this, write some in a file whose name ends in _test.lua
        """)
  }
}

private struct Clicks: NativeFeature {
  struct State: Sendable { var count = 0 }
  enum Action: Codable, Sendable { case click(by: Int) }
  let name = "clicks"
  let initialState = State()
  let actions: Record = ["click": ["by": "integer"]]
  let fields: [StateField<State>] = [.value("count", \.count)]

  func reduce(_ state: inout Recorded<State>, _ action: Action) -> Effect<Action> {
    if case .click(let by) = action { state.count += by }
    return .none
  }
}
