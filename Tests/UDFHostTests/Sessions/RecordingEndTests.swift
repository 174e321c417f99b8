import HostTesting
import Testing
import UDFTooling

@Suite("the end of a recorded test")
struct RecordingEndTests {
  @Test("lets effects call the services without recording again")
  func services() throws {
    let app = try TestHost([
      "a": """
      local udf = require "udf"
      local kept
      return udf.feature {
        name = "a", uses = { "random" },
        state = { isSame = false },
        reduce = { compared = function(state, action) state.isSame = action.isSame end },
        effects = {
          keep = function(cx) kept = cx.services.random end,
          compare = function(cx) cx.send { type = "compared", isSame = kept == cx.services.random } end,
        },
      }
      """
    ])
    func isSame() throws -> Bool {
      try app.run("a.compare()")
      return try app.state("a.isSame") == true
    }
    try app.run("a.keep()")
    #expect(try isSame())
    try app.host.recordTest(to: app.folder("a_test.lua"))
    #expect(try !isSame())
    try app.host.endTest()
    #expect(try isSame())
  }
}
