import Testing

@testable import UDFTooling

@Suite("Checking the table that a reducer returns")
struct ReplacementCheckTests {
  private func texts(_ body: String) throws -> [String] {
    try Checked([
      "customers": """
      local udf = require "udf"
      return udf.feature {
        name = "customers", state = { rows = {}, last = 0, picked = "" }, events = { tap = "pick" },
        reduce = {
          pick = function(state, action)
            \(body)
          end,
        },
      }
      """
    ]).texts
  }

  @Test("warns if it lacks fields of the state, which it replaces")
  func lacking() throws {
    #expect(
      try texts(#"return { picked = action.id }"#) == [
        """
        customers.lua:6:14: warning: the reducer customers/pick returns a new state without last, rows
          A table that a reducer returns replaces the whole state of the feature.
          To fix this, write the fields that change, state.name = value, or return all of them; name = nil removes one.
           5 |     pick = function(state, action)
           6 |       return { picked = action.id }
             |              ^
        """
      ])
  }

  @Test(
    "is quiet if it has all fields, or may have them",
    arguments: [
      "return { rows = state.rows, last = 1, picked = action.id }", "return { [action.key] = 1 }", "return",
      "return { rows = state.rows, last = 1, picked = nil }", "local new = {} new.rows = {} return new",
      "state.picked = action.id",
    ])
  func whole(_ body: String) throws { #expect(try texts(body) == []) }
}
