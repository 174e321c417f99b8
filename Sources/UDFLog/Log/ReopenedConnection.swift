/// A connection of one thread. It is opened at its first use, and again after a failure.
final class ReopenedConnection {
  private let engine: any LogEngine
  private var connection: (any LogConnection)?
  /// False after the first connection: a log that has existed is not created again, because a person may have moved it.
  private var creates: Bool
  private let didOpen: (any LogConnection) -> Void

  /// - Parameters:
  ///   - creates: whether the log is created if it does not exist.
  ///   - didOpen: receives each connection before it is used.
  init(_ engine: any LogEngine, creates: Bool, didOpen: @escaping (any LogConnection) -> Void = { _ in }) {
    self.engine = engine
    self.creates = creates
    self.didOpen = didOpen
  }

  /// Returns the result of `work`. An idle connection may have been closed, so failed work is repeated on a new one.
  func use<Value>(
    _ work: (any LogConnection) throws(LogFailure) -> Value
  ) throws(LogFailure) -> Value {
    guard connection != nil else { return try attempt(work) }
    do throws(LogFailure) { return try attempt(work) } catch {
      guard error.code == .unreachable else { throw error }
      return try attempt(work)
    }
  }

  func close() { connection = nil }

  private func attempt<Value>(
    _ work: (any LogConnection) throws(LogFailure) -> Value
  ) throws(LogFailure) -> Value {
    let open = try opened()
    do throws(LogFailure) { return try work(open) } catch {
      if error.code == .unreachable || error.code == .denied { connection = nil }
      throw error
    }
  }

  private func opened() throws(LogFailure) -> any LogConnection {
    if let connection { return connection }
    let open = try engine.connect(creates: creates)
    didOpen(open)
    (connection, creates) = (open, false)
    return open
  }
}
