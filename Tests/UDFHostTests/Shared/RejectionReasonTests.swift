import HostTesting
import Testing
import UDFHost

@Suite("the reason for which the log refuses an action")
struct RejectionReasonTests {
  @Test("has the message and the code of the table that the reducer raised")
  func coded() async throws {
    let board = try Board()
    let feature = Board.feature
      .replacing(#"error("there is no card " .. action.title)"#, with: #"error { code = "gone", message = "no card" }"#)
      .replacing("action, reason)", with: "action, reason, code)")
      .replacing(#""too late: " .. action.title"#, with: #"code .. ": " .. reason"#)
    let (first, second) = (
      try board.host("till-1", feature: feature), try board.host("till-2", feature: feature)
    )
    try await board.takeTwice(first, second)
    await first.follow(second)
    #expect(first.logs.last == "info gone: no card")
  }

  @Test("is a message without file and line, so that an app can show it")
  func shown() async throws {
    let board = try Board()
    let feature = Board.feature.replacing(#""too late: " .. action.title"#, with: "reason")
    let (first, second) = (
      try board.host("till-1", feature: feature), try board.host("till-2", feature: feature)
    )
    try await board.takeTwice(first, second)
    await first.follow(second)
    #expect(first.logs.last == "info there is no card milk")
  }
}
