import UDF

extension SyncMachine {
  /// The present operation of the cache.
  enum Access: Sendable, Hashable {
    case opening
    case seeding
    /// Reads the rows and mutations that are needed to write this.
    case finding(Intent)
    /// Waits for the conflict policy's answer to the request with this number.
    case resolving(Int, PageToWrite)
    case writing([Intent], CacheWrite)
    case closing
  }

  /// A pending write to the cache.
  enum Intent: Sendable, Hashable {
    case change(LocalChange, SyncEvent.Waiter)
    case seed(Seed?)
    /// Records that the mutations of these ids may have been sent.
    case sending(Set<Int64>)
    case outcomes(OutcomesToWrite)
    case page(PageToWrite)
    /// Touches the rows of pending mutations, so that they are delivered although the cache has no rows.
    case outbox

    var isLocal: Bool { if case .change = self { true } else { false } }
  }

  /// A running request.
  struct Flight: Sendable, Hashable {
    enum Content: Sendable, Hashable {
      case pull(PullRequest)
      case push([PendingMutation])
    }

    let number: Int
    let content: Content
    let requestedAt: SyncTime
    /// When bytes were sent and received; nil: none yet, or the remote does not report bytes.
    var progress: RequestProgress?
  }

  /// One round of pushing and pulling.
  struct Cycle: Sendable, Hashable {
    /// The tokens of the requests so far.
    var requested: Set<String> = []
    /// The number of consecutive pages without a change, or with the changes of the page before.
    var emptyPages = 0
    /// The ids of mutations that the server has acknowledged in this cycle.
    var acknowledged: Set<Int64> = []
    /// Whether a page has arrived and the server has more.
    var isMidway = false
    /// Whether the row of a pending mutation has changed on the server. Then all changes are pulled before the next
    /// push.
    var isOutdated = false
    /// Whether all changes were pulled since the last push.
    var isPulled = false
    /// The client names that the last pages of pulls since the last push report.
    var reportedClients: Set<String> = []
    /// Whether all changes were pulled once in this cycle.
    var hasPulled = false
    var hasChanges = false
    /// Whether mutations are sent one at a time, because a push of several was refused and the cause must be found.
    var isAlone = false
    /// The uptime until which the cycle waits for the stream to show the last push; nil: it does not wait.
    var awaitsPageUntil: Double?
    /// The reason why this cycle cannot push.
    var pushProblem: RemoteFailure?
    // Each of these is tried once in a cycle; the second time counts as a failure.
    var isInFull = false
    var hasExpired = false
  }

  struct Staging: Sendable, Hashable {
    var token: String?
    /// The epoch of the staged rows; nil: the server has not reported it.
    var epoch: String?
    /// The keys of the staged rows. Recorded only for a conflict policy, which needs to know which rows are missing.
    var keys: Set<RowKey> = []
    /// Whether the server no longer knew the token or has another epoch, so that it may have lost mutations that it acknowledged.
    var hasExpired = false
  }

  /// Maps commits to their sources.
  struct Origins: Sendable, Hashable {
    /// The last commit of earlier runs.
    var opened: Int64 = 0
    var seed: Int64 = -1
    /// The last commit of a server's changes.
    var remote: Int64 = -1

    /// The source of the last write to a row of this revision. A local write that is older than the server's last
    /// commit counts as the server's.
    func source(of revision: Int64) -> Delivery.Source {
      if revision == seed { return .seed }
      if revision <= opened { return .cache }
      return revision <= remote ? .remote : .local
    }
  }

  /// Whether a write that the cycle waits for is pending or running, or the cache is about to be cleared.
  var isReplyWaiting: Bool {
    switch access {
    // Only changes of the app share a commit, so the first intent decides.
    case .writing(let intents, _) where intents.first?.holdsCycle == true: true
    case .opening, .seeding, .finding, .resolving, .closing: true
    default: queue.holdsCycle
    }
  }
}

extension SyncMachine.Intent {
  /// Whether the cycle waits until this is written.
  var holdsCycle: Bool {
    switch self {
    case .change(.mutate, _), .change(.bury, _), .change(.revive, _): false
    default: true
    }
  }
}
