import UDF

extension SyncMachine {
  /// What the cache is doing.
  enum Access: Sendable, Hashable {
    case opening
    case seeding
    case finding(PageToWrite)
    /// Waits for the conflict policy's answers to the request of this number.
    case resolving(Int, PageToWrite)
    case writing([Intent], CacheWrite)
    case closing
  }

  /// What waits to be written.
  enum Intent: Sendable, Hashable {
    case change(LocalChange, SyncEvent.Waiter)
    case seed(Seed?)
    /// Notes down that mutations up to this one may have been sent.
    case sending(Int64)
    /// By the ids of the mutations.
    case outcomes([Int64: PushReply.Outcome])
    case page(PageToWrite)
    /// What waits is to be shown though there are no rows.
    case outbox

    var isLocal: Bool { if case .change = self { true } else { false } }
  }

  /// A request that is under way.
  struct Flight: Sendable, Hashable {
    enum Content: Sendable, Hashable {
      case pull(PullRequest)
      case push([Mutation])
    }

    let number: Int
    let content: Content
    let askedAt: SyncTime
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
    /// All there is has been pulled since the last push.
    var isPulled = false
    /// The client names that the last pages since the last push spoke of.
    var heardOf: Set<String> = []
    /// All there is has been pulled once.
    var hasPulled = false
    var hasChanges = false
    /// A push was refused as a whole: mutations go one by one until the one is found that is to blame.
    var isAlone = false
    /// Why no mutation can be sent in this cycle.
    var pushProblem: RemoteFailure?
    // Each of these is tried once in a cycle; the second time it is a failure.
    var isInFull = false
    var hasExpired = false
  }

  struct Staging: Sendable, Hashable {
    var token: String?
    /// Of the rows that lie aside; nil: the server has not said.
    var epoch: String?
    /// The rows that lie aside, where a conflict policy is to see which do not.
    var keys: Set<EntityKey> = []
    /// Because the server no longer knew the token, or has another epoch: it may have lost what it had acknowledged.
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

  /// Whether something of the cycle waits to be written or is being written, or all is about to be cleared.
  var isReplyWaiting: Bool {
    switch access {
    case .writing(let intents, _) where intents.contains(where: \.holdsCycle): true
    case .opening, .seeding, .finding, .resolving, .closing: true
    default: queue.contains(where: \.holdsCycle)
    }
  }
}

extension SyncMachine.Intent {
  fileprivate var holdsCycle: Bool {
    switch self {
    case .change(.mutate, _), .change(.bury, _): false
    default: true
    }
  }
}
