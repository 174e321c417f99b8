import HostTesting
import SeededTesting
import Testing

@testable import UDFHost

@Suite("laws of undo beside an engine")
struct SyncUndoLaws {
  @Test(
    "undo, redo and resume leave rows alone, are refused where rows were changed, and reduce the other actions with the present code",
    arguments: 0..<Extent.runs(daily: 12, nightly: 150))
  func sessions(_ number: Int) async throws {
    var generator = SeededGenerator(seed: Seed.current &+ 11_000 &+ UInt64(number))
    let session = try SyncUndoSession()
    try await session.open()
    var log: [String] = []
    for _ in 0..<Extent.runs(daily: 50, nightly: 100) {
      log.append(try await step(session, &generator))
      if let problem = try session.problem() {
        Issue.record("\(problem); \(Seed.replay) \(number)\n\(log.joined(separator: "\n"))")
        break
      }
    }
    session.end()
  }

  /// Performs one random operation; returns its name.
  private func step(_ session: SyncUndoSession, _ generator: inout SeededGenerator) async throws -> String {
    let n = Int.random(in: 1...4, using: &generator)
    switch Int.random(in: 0..<23, using: &generator) {
    case 0..<4: return try await session.send("tally.add{ by = \(n) }")
    case 4, 5: return try await session.send("tally.mark()")
    case 6..<9:
      session.server.put("r\(n)", "title \(Int.random(in: 0...99, using: &generator))")
      return try await session.send("articles.pull{ force = true }")
    case 9: return try await session.send("articles.mutate{ put = { id = 'm\(n)', title = 'own' } }")
    case 10: return try await session.send("tally.go{ id = 'g\(n)' }")
    case 11..<15: return try session.undo(min(n, 2))
    case 15, 16: return try session.redo()
    case 17: return try session.undoAndRedo()
    case 18, 19: return try session.reload(factor: n)
    case 20: return try session.resume(n - 1)
    default: return try session.replay()
    }
  }
}
