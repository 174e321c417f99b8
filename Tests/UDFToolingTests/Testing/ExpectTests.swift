import HostTesting
import Testing

@testable import UDFTooling

@Suite("an expectation")
struct ExpectTests {
  private static func failure(_ body: String) throws -> TestedApp {
    try TestedApp("it(\"x\", function()\n\(body)\nend)", files: [:])
  }

  @Test(
    "compares values as Lua does, by content",
    arguments: [
      "expect(2).to_equal(2.0)", "expect({}).to_equal(require('udf').list {})", "expect(nil).to_equal(nil)",
      "expect({ a = { 1, { b = 'x' } } }).to_equal { a = { 1, { b = 'x' } } }", "expect(1):to_equal(1)",
      "expect(1).to_differ_from('1')", "expect({ 1, { a = 2 } }).to_contain { a = 2 }",
      "expect('abc').to_contain 'b'", "expect(function() error('no luck today') end).to_fail 'luck'",
      "expect(function() error { code = 'x', message = 'no luck' } end).to_fail 'no luck'", "expect(error).to_fail()",
    ])
  func holds(body: String) throws {
    #expect(try Self.failure(body).failure == "")
  }

  @Test("reports the difference as a list of changes")
  func differences() throws {
    let app = try Self.failure(
      "expect { id = 1, tags = { 'a', 'c' }, more = true }.to_equal { id = 2, tags = { 'a', 'b', 'c' } }")
    #expect(app.failure == "users_test.lua:4: the values are not equal")
    #expect(
      app.differences == [
        "differs id: 2, 1", "differs more: nil, true", "missing tags[2]: \"b\", nil",
      ])
    #expect(
      app.results[0].failure?.excerpt == """
           3 | it("x", function()
           4 | expect { id = 1, tags = { 'a', 'c' }, more = true }.to_equal { id = 2, tags = { 'a', 'b', 'c' } }
        """)
  }

  @Test(
    "reports its line if it fails",
    arguments: [
      ("expect(1).to_differ_from(1)", "both values are number 1"),
      ("expect({ 1, 2 }).to_contain(3)", "list of 2 items has no item 3"),
      ("expect({}).to_contain(3)", "the list is empty and has no item 3"),
      ("expect('abc').to_contain('x')", #""abc" does not contain "x""#),
      ("expect(7).to_contain('x')", "expect(…).to_contain takes a list or a string, got number 7"),
      ("expect(function() end).to_fail()", "expected an error, and none was raised"),
      ("expect(function() end).to_fail('x')", #"expected an error with "x", and none was raised"#),
      (
        "expect(function() error('no luck', 0) end).to_fail('x')",
        #"expected an error with "x", got: no luck"#
      ),
      (
        "expect(7).to_fail('x')",
        "expect(f).to_fail takes a function, got number\n  To fix this, wrap the call: expect(function() … end)"
      ),
      ("expect(7).to_equals(7)", #"expect has no "to_equals". Did you mean "to_equal"?"#),
      ("return expect(1).to_differ_from(1)", "both values are number 1"),
    ])
  func fails(body: String, message: String) throws {
    #expect(try Self.failure(body).failure == "users_test.lua:4: " + message)
  }

  @Test("compares secrets with their texts")
  func secrets() throws {
    let app = try TestedApp(
      files: [
        "app.lua": """
        local udf = require "udf"
        local session = udf.feature {
          name = "session", state = { password = udf.secret "string" },
          actions = { write = { password = udf.secret "string" } },
          reduce = { write = function(state, action) state.password = action.password end },
        }
        return udf.app { name = "session", features = { session } }
        """,
        "app_test.lua": TestedApp.file(
          """
          it("is written", function()
            local store = test.store { exhaustive = false }
            store.send { type = "session/write", password = "one" }
            expect(store.state.session.password).to_equal "one"
            expect { store.state.session.password }.to_equal { "one" }
            expect(store.state.session.password).to_differ_from "two"
          end)
          """),
      ])
    #expect(app.results.map(\.failure?.error.message) == [nil])
  }
}
