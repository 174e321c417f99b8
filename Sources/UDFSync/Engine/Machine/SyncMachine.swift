/// The logic of a sync engine: events in, commands out, nothing else. No clock, no thread, no disk, no network.
///
/// Two things go on side by side. The *cache* does one command after the other; what is to be written waits in a queue, and each
/// write is made of the state at its turn. The *cycle* talks to the server: push what waits, pull until there is no more. After it,
/// the *stream* brings live pages from a server that offers one. What every event does in every phase is written down in
/// <doc:Engine>.
struct SyncMachine: Sendable {
  let collection: SyncCollection
  let options: SyncOptions
  /// See ``RemoteStore/needsBases``.
  let needsBases: Bool
  var conflict: ConflictPolicy
  var random: AnyGenerator
  /// Makes client names.
  let makeClient: @Sendable () -> String

  var now = SyncTime(uptime: 0, wall: 0)
  var commands: [SyncCommand] = []
  var phase = SyncStatus.Phase.closed

  // The cache.
  /// nil while there is no cache to read or write.
  var contents: CacheContents?
  var access: Access?
  /// Asked to open and not to close: also what could not be opened keeps others from its files.
  var isHeld = false
  var queue = IntentQueue()
  var epoch = 0
  var origins = Origins()
  /// See ``SyncStatus/deadRevision``.
  var deadRevision: Int64 = 0
  var isDamaged = false
  /// Put aside and not yet written since: what is damaged again at once is not put aside for ever.
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
  /// Whether the server said last that it offers a stream; nil: it has not said anything about it.
  var offersLive: Bool?
  /// Whether somebody has pulled since the cache was opened or cleared, and all rows were here then.
  var hasPulled = false
  /// How often the stream broke in a row, and the uptime before which none is opened.
  var streamFailures = 0
  var streamRetryAt = -Double.infinity
  var lastRequest = 0
  var pageSize = PageSize()
  /// A full pull lays its pages aside until it has all; the last of them that is there.
  var staging: Staging?
  /// What the last page brought, if it promised more.
  var lastChanges: [RowChange] = []
  /// How often in a row the server has answered each mutation with a conflict, by the mutations' ids.
  var conflicts: [Int64: Int] = [:]
  /// There is something to ask the server, now or as soon as it can be reached.
  var isWanted = false
  var attempts = 0
  var retryAt: Double?
  /// Before this uptime the server wants to be left alone.
  var notBefore = -Double.infinity
  /// The uptime when rows and server were last known to be equal, by this process.
  var equalAt: Double?
  var problem: String?

  // Who waits.
  var openers: [SyncEvent.Waiter] = []
  var pullers: [(waiter: SyncEvent.Waiter, force: Bool)] = []
  var stoppers: [SyncEvent.Waiter] = []
  var isStopped = false

  var published: SyncStatus?
  var wakesAt: Double?

  init(
    _ collection: SyncCollection, options: SyncOptions, needsBases: Bool = false, conflict: ConflictPolicy,
    random: any RandomNumberGenerator & Sendable, makeClient: @escaping @Sendable () -> String = { .randomClient() }
  ) {
    self.needsBases = needsBases
    self.makeClient = makeClient
    self.collection = collection
    self.options = options
    self.conflict = conflict
    self.random = AnyGenerator(base: random)
  }

  /// What is to be done because of an event. The time never goes back.
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
    takeStreamedPage()
    useCache()
    step()
    setTimer()
    publish()
    defer { commands = [] }
    return commands
  }

  mutating func tell(_ waiter: SyncEvent.Waiter, _ answer: SyncCommand.Answer) {
    commands.append(.finish(waiter, answer))
  }
}
