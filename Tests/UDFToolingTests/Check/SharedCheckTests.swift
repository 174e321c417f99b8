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
}
