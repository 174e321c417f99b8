import Testing

@testable import UDFTooling

@Suite("Checking what reducers, views and computed values return")
struct ReturnCheckTests {
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

  @Test("warns of a reducer's table that lacks fields of the state, which it replaces")
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
    "is quiet if a reducer's table has all fields, or may have them",
    arguments: [
      "return { rows = state.rows, last = 1, picked = action.id }", "return { [action.key] = 1 }", "return",
      "return { rows = state.rows, last = 1, picked = nil }", "local new = {} new.rows = {} return new",
      "state.picked = action.id",
    ])
  func whole(_ body: String) throws { #expect(try texts(body) == []) }

  @Test("warns of a view or a computed value that returns nothing")
  func empty() throws {
    let checked = try Checked([
      "cart": """
      local udf = require "udf"
      return udf.feature {
        name = "cart", state = { rows = {}, last = 0 },
        computed = {
          sum = { "rows", function(rows) local sum = #rows end },
          later = { "last", function() error("not written yet") end },
          twice = { "last", function(last) if last > 0 then return end return last * 2 end },
        },
        view = function(state, computed)
          local view = { sum = computed.sum }
        end,
      }
      """
    ])
    #expect(
      checked.texts.first == """
        cart.lua:5:21: warning: the computed value cart.sum returns nothing, so it is always nil
          To fix this, end it with what it computes: return …
           4 |   computed = {
           5 |     sum = { "rows", function(rows) local sum = #rows end },
             |                     ^
        """)
    #expect(
      checked.heads.dropFirst() == ["cart.lua:9:10: warning: the view of cart returns nothing, so it is always nil"])
  }
}
