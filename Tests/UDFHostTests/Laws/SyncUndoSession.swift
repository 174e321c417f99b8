import HostTesting
import Testing
import UDF

@testable import UDFHost

/// A session of an app with a sync feature and a feature whose code changes, and the expected state.
final class SyncUndoSession {
  let server = NewsServer(["r1": "first"])
  let app: TestHost
  private var model = TallyModel()
  /// Every committed action that ``model`` does not have yet, in order.
  private var commits: [ActionRecord] = []
  private var subscription: Subscription?
  private var problems: [String] = []

  init() throws {
    app = try TestHost(NewsCore(server: server), ["tally": TallyModel.source(factor: 1)])
    subscription = app.host.subscribe { [unowned self] commit in commits.append(commit.record) }
  }

  func open() async throws { try await app.looked() }

  func end() {
    subscription?.cancel()
    app.host.stop()
  }

  // MARK: steps

  func send(_ line: String) async throws -> String {
    try app.run(line)
    await app.settled()
    return line
  }

  func undo(_ count: Int) throws -> String {
    take()
    guard let groups = model.roots(count) else {
      refused(try unchanged { failure { _ = try app.host.undo(count) } }, "nothing to undo", "only ")
      return "nothing to undo"
    }
    if model.changesRows(groups.reduce(into: []) { $0.formUnion($1) }) {
      refused(try unchanged { failure { _ = try app.host.undo(count) } }, "whose rows an engine keeps")
      return "undo \(count), refused"
    }
    let report = try rebase { try app.host.undo(count) }
    let differing = model.undo(groups)
    let removed = Set(report.removed.map(\.n))
    problem(removed != groups.reduce(into: []) { $0.formUnion($1) }, "undo has removed \(removed), not \(groups)")
    problem(Set(report.differing.map(\.record.n)) != differing, "\(report.differing) differ, not \(differing)")
    return "undo \(groups.map { $0.sorted() })"
  }

  func redo() throws -> String {
    take()
    guard model.canRedo else {
      refused(try unchanged { failure { _ = try app.host.redo() } }, "nothing was undone")
      return "nothing to redo"
    }
    let report = try rebase { try app.host.redo(1) }
    let differing = model.redo()
    problem(Set(report.differing.map(\.record.n)) != differing, "\(report.differing) differ, not \(differing)")
    return "redo"
  }

  /// The identity, if the last code has reduced all that is reduced again.
  func undoAndRedo() throws -> String {
    _ = try replay()
    take()
    let (state, numbers) = (try app.state(), model.numbers)
    let did = try undo(1)
    guard did.hasPrefix("undo ["), try problem() == nil else { return did }
    _ = try redo()
    try problem(try app.state() != state || model.numbers != numbers, "undo and redo is not the identity")
    return did + ", redo"
  }

  /// Shows the past before the last actions and resumes from there.
  func resume(_ count: Int) throws -> String {
    take()
    guard model.numbers.count > count else { return "nothing to go on from" }
    let n = model.numbers[model.numbers.count - 1 - count]
    let later = model.removable(after: n)
    if model.changesRows(later) {
      let message = try unchanged {
        try app.host.visit(action: n)
        let message = failure { _ = try app.host.resume() }
        try app.host.returnToLive()
        return message
      }
      refused(message, "whose rows an engine keeps")
      return "resume \(n), refused"
    }
    let report = try rebase {
      try app.host.visit(action: n)
      return try app.host.resume()
    }
    let differing = later.isEmpty ? [] : model.undo([later], from: n + 1)
    let removed = Set(report.removed.map(\.n))
    problem(removed != later, "resume has removed \(removed), not \(later)")
    problem(Set(report.differing.map(\.record.n)) != differing, "\(report.differing) differ, not \(differing)")
    return "resume \(n)"
  }

  func reload(factor: Int) throws -> String {
    take()
    let state = try app.state()
    let report = try app.reload("tally", as: TallyModel.source(factor: factor))
    model.factor = factor
    problem(report?.error != nil, "reload: \(report?.error?.message ?? "")")
    try problem(try app.state() != state, "a reload has changed the state")
    return "reload, factor \(factor)"
  }

  func replay() throws -> String {
    take()
    let rows = app.titles
    let first = try app.host.replay().first
    let expected = model.replay()
    problem(first != expected, "replay began at \(first ?? 0), not \(expected ?? 0)")
    problem(app.titles != rows, "replay has changed rows")
    return "replay \(first ?? 0)"
  }

  /// Undoes or redoes; rows must not change, and nothing else may happen.
  private func rebase(_ body: () throws -> RebaseReport) throws -> RebaseReport {
    app.forgetEvents()
    let rows = app.titles
    let report = try body()
    problem(!commits.isEmpty || !app.logs.isEmpty, "an effect ran: \(commits)")
    problem(app.titles != rows, "the rows are \(app.titles), not \(rows)")
    problem(report.changes.contains { $0.path.keys.first != .key("tally") }, "\(report.changes) are not only of tally")
    problem(!report.refusals.isEmpty, "\(report.refusals) are refused")
    return report
  }

  private func unchanged(_ body: () throws -> String) throws -> String {
    let (state, rows) = (try app.state(), app.titles)
    let message = try body()
    try problem(try app.state() != state || app.titles != rows, "a refusal has changed the state")
    return message
  }

  // MARK: the model

  private func take() {
    for record in commits { model.commit(record) }
    commits = []
  }

  private func refused(_ message: String, _ parts: String...) {
    problem(!parts.contains(where: message.contains), "it was not refused because of \(parts): \(message)")
  }

  private func problem(_ isWrong: @autoclosure () throws -> Bool, _ text: @autoclosure () -> String) rethrows {
    if try isWrong() { problems.append(text()) }
  }

  /// What is wrong now; nil if nothing is.
  func problem() throws -> String? {
    take()
    app.forgetEvents()
    if let first = problems.first { return first }
    let state = try app.state("tally")
    if state != model.state.value { return "the state is \(state), not \(model.state.value)" }
    let numbers = app.host.history.filter { !$0.undone }.map(\.n)
    if numbers != model.numbers { return "the history has \(numbers), not \(model.numbers)" }
    return nil
  }
}
