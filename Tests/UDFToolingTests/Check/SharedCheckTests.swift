import HostTesting
import Testing

@testable import UDFTooling

@Suite("Checking shared features")
struct SharedCheckTests {
  @Test("a shared reducer of a local feature's action is reported at its place")
  func localAction() throws {
    let checked = try Checked([
      "board": Source.feature(
        """
          name = "board", shared = true, state = { last = 0 },
          reduce = {
            ["own/pick"] = function(state) state.last = 1 end,
          },
        """),
      "own": Source.feature("name = \"own\", state = {}, reduce = { pick = function() end },"),
    ])
    #expect(
      checked.heads.first
        == "board.lua:5:6: board: reduce[\"own/pick\"]: own is not shared, so other hosts do not have this action and their board would differ",
      "\(checked.texts)")
  }

  @Test("a stamp is checked like an effect: its services, and the members of its cx")
  func stamp() throws {
    let checked = try Checked([
      "board": Source.feature(
        """
          name = "board", shared = true, uses = { "uuid" }, state = { last = "" },
          actions = { add = { id = "string", at = "number" } },
          stamp = function(cx) return { id = cx.services.uuid.mak(), at = cx.services.clock.now(), n = cx.id } end,
          reduce = { add = function(state, action) state.last = action.id end },
        """)
    ])
    #expect(
      checked.heads == [
        "board.lua:5:55: the service uuid has no method \"mak\". Did you mean \"make\"?",
        "board.lua:5:79: the service \"clock\" is not listed by the feature board",
        "board.lua:5:99: cx has no \"id\". Known names: services, state.",
      ], "\(checked.texts)")
  }
}
