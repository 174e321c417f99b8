import LuaRuntime
import UDFLog

extension SharedLog {
  /// Finds the place from which the host reads the log. Repeats the search while the log does not answer.
  ///
  /// - Parameters:
  ///   - host: the name under which this host has appended entries; nil: it has appended none.
  ///   - minimum: waits for a snapshot at this position or a later one; nil: does not wait.
  static func join(
    _ log: ActionLog, of code: String, as host: String?, from minimum: Int64? = nil, _ inbox: Inbox<SharedNews>
  ) async {
    var pause = pauses.lowerBound
    var hasFailed = false
    while !Task.isCancelled {
      do throws(LogFailure) {
        if let join = try await log.join(of: code, as: host, from: minimum) { return inbox.post(.joined(join)) }
      } catch {
        guard error.code == .unreachable else { return inbox.post(.event(.ended(error))) }
        if !hasFailed { inbox.post(.event(.disconnected(error))) }
        hasFailed = true
      }
      try? await Task.sleep(for: .seconds(pause))
      pause = min(pauses.upperBound, pause * 2)
    }
  }

  /// Records the names of a batch of an earlier run, so that this host reports a refusal of its actions.
  func note(leftOver batch: LogBatch) {
    let last = batch.last.number
    let former = leftOvers[batch.first.host] ?? batch.first.number...last
    leftOvers[batch.first.host] = min(former.lowerBound, batch.first.number)...max(former.upperBound, last)
  }

  /// Waits until the state has all entries of the log, or the log does not answer, at most this many real seconds.
  func awaitJoin(seconds: Double) {
    wait(seconds: seconds) { $0.phase == .joining || $0.phase == .behind || $0.phase == .live && !$0.hasEarlier }
  }

  /// Waits until the log has confirmed all own actions, at most this many real seconds.
  func awaitConfirmation(seconds: Double) { wait(seconds: seconds) { $0.phase == .live && !$0.sent.isEmpty } }

  private func wait(seconds: Double, while isWaiting: (SharedLog) -> Bool) {
    let end = ContinuousClock.now + .seconds(seconds)
    // An observer of an entry cannot wait for the next one.
    while isOn, !isTurning, isWaiting(self) {
      let left = ContinuousClock.now.duration(to: end) / .seconds(1)
      guard left > 0 else { return }
      bell.wait(seconds: left)
      turn()
    }
  }

  func follow(_ join: LogJoin) {
    guard phase != .stopped, !(join.isRequired && isTakingOver) else { return }
    let found = join.head
    let former = head?.place
    var start = former ?? found.start
    do throws(LogFailure) {
      if let epoch = head?.epoch, epoch != found.epoch {
        throw LogFailure(
          .diverged,
          "\(name): is another log than before: its epoch is \(found.epoch), not \(epoch); start the app again")
      }
      if let snapshot = join.snapshot, snapshot.place.position > former?.position ?? 0 || join.isRequired {
        do throws(HostError) { try restore(snapshot, includes: join.lastNumber) } catch {
          throw LogFailure(.refused, "\(name): the snapshot cannot be loaded: \(error.message)")
        }
        (start, knowsCode, upgradedTo, awaited) = (snapshot.place, true, code, nil)
      } else if found.base > start.position {
        throw LogFailure(
          .trimmed,
          """
          \(name): begins at entry \(found.base + 1), and has no snapshot of this code
            To fix this, run the files that the other hosts run.
          """)
      }
      // The new subscription delivers these entries again.
      held = []
      if former == nil {
        var head = SharedHead(host: host, lastNumber: (sent.first?.number ?? 1) - 1, place: start, epoch: found.epoch)
        for _ in sent { head.add() }
        (self.head, joined) = (head, found.position)
      } else {
        head?.restart(at: start, includes: join.lastNumber)
      }
      subscribe(after: start)
    } catch {
      stop(because: error)
    }
  }

  /// Reads the entries after a place.
  func subscribe(after place: LogPlace) {
    (phase, isGivenUp) = (.behind, false)
    do throws(LogFailure) {
      subscription = try log?.subscribe(after: place) { [inbox, pace] event in
        if case .entries = event { pace.enter() }
        inbox.post(.event(event))
      }
    } catch {
      stop(because: error)
    }
  }

  /// Joins the log again, because other hosts have trimmed the next entries. With `minimum`, waits for a snapshot at
  /// this position or a later one.
  func rejoin(from minimum: Int64? = nil) {
    guard let log else { return }
    subscription?.cancel()
    phase = .joining
    joining = Task.detached { [inbox, code, host] in
      await SharedLog.join(log, of: code, as: host, from: minimum, inbox)
    }
  }
}
