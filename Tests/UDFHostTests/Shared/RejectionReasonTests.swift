import HostTesting
import Testing
import UDFHost

@Suite("the reason for which the log refuses an action")
struct RejectionReasonTests {
  @Test("is a message without file and line, so that an app can show it")
  func shown() async throws {
    let board = try Board()
    let feature = Board.feature.replacing(#""too late: " .. action.title"#, with: "reason")
    let (first, second) = (
      try board.host("till-1", feature: feature), try board.host("till-2", feature: feature)
    )
    try await board.takeTwice(first, second)
    await first.follow(second)
    let reason = try #require(first.logs.last)
    #expect(reason.contains("there is no card milk"), "\(reason)")
    #expect(!reason.contains("board.lua:"), "\(reason)")
  }
}
