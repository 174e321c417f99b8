import UDF

extension SyncMachine {
  /// What the cache is doing.
  enum Access: Sendable, Hashable {
    case opening
    case seeding
    /// Reads what writing this needs.
    case finding(Intent)
    /// Waits for the conflict policy's answer to the request with this number.
    case resolving(Int, PageToWrite)
    case writing([Intent], CacheWrite)
    case closing
  }

  /// What waits to be written.
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

  /// A request that is under way.
  struct Flight: Sendable, Hashable {
    enum Content: Sendable, Hashable {
      case pull(PullRequest)
      case push([PendingMutation])
    }

    let number: Int
    let content: Content
    let askedAt: SyncTime
    /// When bytes went to and fro; nil: none did yet, or the remote does not tell.
    var progress: RequestProgress?
  }

  /// One round of pushing and pulling.
  struct Cycle: Sendable, Hashable {
    /// Tokens that pages were asked after.
    var asked: Set<String> = []
    /// Pages in a row that brought no change, or the same again.
    var emptyPages = 0
    /// The ids of mutations that the server has acknowledged in this cycle.
    var acknowledged: Set<Int64> = []
    /// A page has come and there is more.
    var isMidway = false
    /// The row of a pending mutation has changed on the server: all there is is pulled before anything is sent.
    var isOutdated = false
    /// All there is has been pulled since the last push.
    var isPulled = false
    /// The client names whose mutations the last pages since the last push report on.
    var heardOf: Set<String> = []
    /// All there is has been pulled once.
    var hasPulled = false
    var hasChanges = false
    /// A push was refused as a whole: mutations go one by one until the one is found that is to blame.
    var isAlone = false
    /// The uptime until which the stream may show the last push; nil: nothing waits for that.
    var awaitsPageUntil: Double?
    /// Why no mutation can be sent in this cycle.
    var pushProblem: RemoteFailure?
    // Each of these is tried once in a cycle; the second time it is a failure.
    var isInFull = false
    var hasExpired = false
  }

  struct Staging: Sendable, Hashable {
    var token: String?
    /// The epoch of the rows that are laid aside; nil: the server has not told it.
    var epoch: String?
    /// The rows that lie aside, where a conflict policy is to see which do not.
    var keys: Set<EntityKey> = []
    /// Whether the server no longer knew the token or has another epoch, so that it may have lost mutations that it acknowledged.
    var hasExpired = false
  }

  /// Which commits came from where.
  struct Origins: Sendable, Hashable {
    /// The last commit of earlier runs.
    var opened: Int64 = 0
    var seed: Int64 = -1
    /// The last commit of a server's changes.
    var remote: Int64 = -1

    /// What a row of this revision was last written by; of a local write that the server's have overtaken, the server.
    func source(of revision: Int64) -> Delivery.Source {
      if revision == seed { return .seed }
      if revision <= opened { return .cache }
      return revision <= remote ? .remote : .local
    }
  }

  /// Whether something of the cycle waits to be written, is being written, or is about to be cleared.
  var isReplyWaiting: Bool {
    switch access {
    // Only changes of the app are written together.
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
