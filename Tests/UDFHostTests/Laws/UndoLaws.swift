import HostTesting
import SeededTesting
import Testing
import UDFHost

@Suite("laws of undo")
struct UndoLaws {
  @Test(
    "undo, redo and resume have the results of the remaining actions, also with effects in flight",
    arguments: 0..<Extent.runs(daily: 8, nightly: 120))
  func sessions(_ number: Int) async throws {
    var generator = SeededGenerator(seed: Seed.current &+ 7000 &+ UInt64(number))
    // Half of them without middleware, so that Swift values and lines take the short way.
    let session = try UndoSession(hasMiddleware: number % 2 == 0, isObserved: number % 4 < 2)
    var log: [String] = []
    for _ in 0..<Extent.runs(daily: 60, nightly: 100) {
      log.append(try await step(session, &generator))
      if let problem = try session.problem() {
        Issue.record("\(problem); \(Seed.replay) \(number)\n\(log.joined(separator: "\n"))")
        return
      }
    }
    session.end()
  }

  /// Performs one random operation; returns its name.
  private func step(_ session: UndoSession, _ generator: inout SeededGenerator) async throws -> String {
    func random(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }
    switch random(0...21) {
    case 0..<8:
      let line = UndoSession.line(&generator)
      return line + " " + session.app.failure(line)
    case 8, 9: return try session.send(random(1...6), isUsers: Bool.random(using: &generator))
    case 10..<13:
      session.app.pass(Double(random(1...2)))
      return "pass"
    case 13, 14:
      await session.finishLoans { Bool.random(using: &generator) }
      return "pass in Swift"
    case 15, 16: return try session.undo(random(1...3))
    case 17: return try session.redo(random(1...2))
    case 18: return try session.undoAndRedo(random(1...3))
    case 19: return try session.resume(random(0...5))
    case 20: return session.reload(reset: random(0...3) == 0)
    default: return "replay \(try session.app.host.replay().first ?? 0)"
    }
  }

  @Test("an empty rebase is the identity", arguments: 0..<6)
  func identity(_ number: Int) throws {
    var generator = SeededGenerator(seed: Seed.current &+ 8000 &+ UInt64(number))
    let session = try UndoSession(hasMiddleware: true, isObserved: true)
    for _ in 0..<30 {
      _ = session.app.failure(UndoSession.line(&generator))
      if Bool.random(using: &generator) { session.app.pass(1) }
    }
    let (state, history) = (try session.app.state(), session.app.host.history)
    let count = Int.random(in: 1...5, using: &generator)
    let undone = try session.app.host.undo(count)
    let redone = try session.app.host.redo(count)
    #expect(try session.app.state() == state, "\(Seed.replay)")
    #expect(session.app.host.history == history, "\(Seed.replay)")
    let removed = undone.removed.map(\.n)
    #expect(redone.restored.map(\.n).filter(removed.contains) == removed.reversed(), "\(Seed.replay)")
    #expect(try session.app.host.replay().first == nil, "\(Seed.replay)")
  }
}
