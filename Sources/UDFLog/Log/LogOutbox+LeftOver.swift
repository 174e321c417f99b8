extension LogOutbox {
  /// Appends the unconfirmed actions of earlier runs under the names of their hosts. If one cannot be appended, it stays in the outbox,
  /// together with all later actions of its host.
  ///
  /// - Parameters:
  ///   - host: the present run, whose actions are left out.
  ///   - pause: the seconds before an append with an unknown outcome is repeated.
  ///   - onBatch: called before each batch.
  ///   - onProblem: called with each text for the user.
  /// - Returns: the position of the last one that is in the log; 0 for none.
  package func appendLeftOver(
    besides host: String, to log: ActionLog, pause: Double, onBatch: (LogBatch) -> Void, onProblem: (String) -> Void
  ) async -> Int64 {
    guard !Task.isCancelled else { return 0 }
    var batches: [LogBatch] = []
    do throws(LogFailure) {
      batches = try await leftOver(besides: host)
      for (other, count) in try await waitingElsewhere() { onProblem(LogOutbox.note(count, "another log, \(other)")) }
    } catch {
      onProblem("actions of an earlier run cannot be read: \(error.message)")
    }
    var failed: Set<String> = []
    var end: Int64 = 0
    for batch in batches where !failed.contains(batch.first.host) {
      onBatch(batch)
      do throws(LogFailure) { try await append(batch, to: log, pause, &end, onProblem) } catch {
        failed.insert(batch.first.host)
        let sender = HostName.label(batch.first.host)
        let kept = "actions of an earlier run, \(sender), were not appended and stay in \(path):"
        guard error.code == .diverged else {
          onProblem("\(kept) \(error.message)")
          continue
        }
        // They never fit the log again.
        onProblem(
          "\(kept) \(error.message.prefix { $0 != ";" })\n  To drop them, remove this file while no host of the app runs."
        )
      }
    }
    return end
  }

  /// Texts for the user of a host without a log, about the actions in a file that wait for logs. Empty if the file
  /// cannot be read: the next host with a log reports it.
  package static func notes(at path: String) -> [String] {
    ((try? waiting(at: path)) ?? [:]).sorted { $0.key < $1.key }.map { note($0.value, "the log \($0.key)") }
  }

  private static func note(_ count: Int, _ log: String) -> String {
    let actions = count == 1 ? "1 action waits" : "\(count) actions wait"
    return "\(actions) for \(log). Start the app with that log to send what waits."
  }

  /// Appends a batch, and raises `end` to the position of its last action.
  private func append(
    _ batch: LogBatch, to log: ActionLog, _ pause: Double, _ end: inout Int64, _ onProblem: (String) -> Void
  ) async throws(LogFailure) {
    var hasWarned = false
    while !Task.isCancelled {
      switch await log.append(batch) {
      case .committed(let position):
        remove(batch.last)
        end = max(end, position)
        return
      case .refused(let failure):
        guard batch.actions.count > 1 else { throw failure }
        // One action of the batch is refused, so they are appended one by one, until that action.
        for (name, action) in batch.named {
          try await append(LogBatch(name, [action], epoch: batch.epoch), to: log, pause, &end, onProblem)
        }
        return
      case .gap, .rejected:
        throw LogFailure(
          .diverged, "\(log.name) does not have what \(HostName.label(batch.first.host)) appended before")
      case .unknown(let failure):
        // The subscription reports a log that does not answer.
        if failure.code != .unreachable, !hasWarned {
          onProblem("actions of an earlier run wait, and this host appends its own after them: \(failure.message)")
          hasWarned = true
        }
        try? await Task.sleep(for: .seconds(pause))
      }
    }
  }
}
