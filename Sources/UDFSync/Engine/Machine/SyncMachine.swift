/// The logic of a sync engine: it maps events to commands, and uses no clock, thread, disk or network.
///
/// Two processes run side by side. The *cache* performs one command at a time; pending writes are queued, and each is
/// made from the state at the time of the write. The *cycle* sends requests to the server: it pushes pending mutations
/// and pulls until there are no more changes. After the cycle, the *stream* delivers live pages if the server offers
/// them. <doc:Engine> lists the effect of every event in every phase.
struct SyncMachine: Sendable {
  let database: SyncDatabase
  let options: SyncOptions
  /// See ``RemoteStore/needsBases``.
  let needsBases: Bool
  /// See ``RemoteStore/takesAll``.
  private let remoteTakesAll: Bool?
  var conflict: ConflictPolicy
  var random: AnyGenerator
  let makeClient: @Sendable () -> String

  var now = SyncTime(uptime: 0, wall: 0)
  var commands: [SyncCommand] = []
  var phase = SyncStatus.Phase.closed

  // The cache.
  /// nil while there is no cache to read or write.
  var contents: CacheContents?
  var access: Access?
  /// Whether an open command was sent and not yet a close command. A cache that failed to open may also lock its files.
  var isHeld = false
  var queue = IntentQueue()
  var epoch = 0
  var origins = Origins()
  /// See ``SyncStatus/deadRevision``.
  var deadRevision: Int64 = 0
  /// The number of dead letters of each named collection.
  var deadCounts: [String: Int] = [:]
  var isDamaged = false
  /// Whether the cache was put aside and not written since. A cache that is damaged again at once is not put aside
  /// repeatedly.
  var isQuarantined = false
  var seedProblem: String?
  /// The client name of new mutations; each opening of the cache has its own.
  var client = ""
  /// The number of the last mutation of ``client`` that was written.
  var lastNumber: Int64 = 0

  // The server.
  var cycle: Cycle?
  var flight: Flight?
  var stream: LiveStream?
  /// Whether the server's last page offers a stream; nil: no page has arrived yet.
  var offersLive: Bool?
  /// Whether the server's last page reports support for mutations of several rows; nil: no page has arrived yet.
  var pageTakesAll: Bool?
  /// Whether a page has named the requested collections. Before that, no mutation is sent.
  var servesCollections = false
  /// Whether the app has pulled all rows since the cache was opened or cleared.
  var hasPulled = false
  /// The number of consecutive failures of the stream. `streamRetryAt` is the uptime before which no stream is opened.
  var streamFailures = 0
  var streamRetryAt = -Double.infinity
  var lastRequest = 0
  var pageSize = PageSize()
  /// The staged pages of a full pull; nil: no full pull stages pages now.
  var staging: Staging?
  /// The changes of the last page, if the server has more.
  var lastChanges: [RowChange] = []
  /// The number of consecutive conflicts of each mutation, by the mutation's id.
  var conflicts: [Int64: Int] = [:]
  /// The rows that answers of conflicts contained and that no page has brought since.
  var conflictRows: [RowKey: RowChange] = [:]
  /// Whether a request to the server is needed, now or as soon as it can be reached.
  var isWanted = false
  var attempts = 0
  /// Whether the outcomes of the last push are missing in the cache.
  var isPushFailing = false
  var retryAt: Double?
  /// The uptime before which the server asked for no requests.
  var notBefore = -Double.infinity
  /// The uptime at which the rows were last known to equal the server's, in this process.
  var equalAt: Double?
  var lastFailure: (message: String, code: String?)?
  var problem: String? { lastFailure?.message }

  // Callers that wait.
  var openers: [SyncEvent.Waiter] = []
  var pullers: [(waiter: SyncEvent.Waiter, force: Bool)] = []
  var stoppers: [SyncEvent.Waiter] = []
  var isStopped = false

  var published: SyncStatus?
  var wakesAt: Double?

  init(
    _ database: SyncDatabase, options: SyncOptions, needsBases: Bool = false, takesAll: Bool? = nil,
    conflict: ConflictPolicy,
    random: any RandomNumberGenerator & Sendable, makeClient: @escaping @Sendable () -> String = { .randomClient() }
  ) {
    self.needsBases = needsBases
    remoteTakesAll = takesAll
    self.makeClient = makeClient
    self.database = database
    self.options = options
    self.conflict = conflict
    self.random = AnyGenerator(base: random)
  }

  /// Handles an event, and returns the commands that it causes. The time never decreases.
  mutating func receive(_ event: SyncEvent, at time: SyncTime) -> [SyncCommand] {
    now = time
    switch event {
    case .open(let waiter): openAsked(waiter)
    case .pull(let waiter, let force): pullAsked(waiter, force: force)
    case .cancelPull(let waiter): pullCancelled(waiter)
    case .change(let change, let waiter): changeAsked(change, waiter)
    case .stop(let waiter): stopAsked(waiter)
    case .opened(let result): opened(result)
    case .seeded(let result): seeded(result)
    case .found(let result): found(result)
    case .resolved(let number, let answers): resolved(number, answers)
    case .committed(let result): committed(result)
    case .closed: closed()
    case .damaged: isDamaged = contents != nil
    case .pulled(let number, let result): pulled(number, result)
    case .pushed(let number, let result): pushed(number, result)
    case .streamed(let number, let result): streamed(number, result)
    case .progressed(let number, let progress): progressed(number, progress)
    case .timer: timerFired()
    }
    queueStreamedPage()
    useCache()
    step()
    setTimer()
    publish()
    defer { commands = [] }
    return commands
  }

  /// Whether the server supports mutations of several rows; nil: unknown yet.
  var takesAll: Bool? { remoteTakesAll ?? pageTakesAll }

  mutating func answer(_ waiter: SyncEvent.Waiter, _ answer: SyncCommand.Answer) {
    commands.append(.finish(waiter, answer))
  }
}
