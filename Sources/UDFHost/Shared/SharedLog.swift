import DequeModule
import LuaRuntime
import Platform
import UDF
import UDFLog
import UDFServices

/// Keeps the shared features of the app in step with those of other hosts, through a log that all of them append to.
///
/// An action that is sent here is reduced at once. If the log orders actions of others before it, the history is rebased.
final class SharedLog: GenerationAdopter {
  let address: String?
  let dispatcher: Dispatcher
  unowned(unsafe) let travel: TimeTravel
  let clock: any HostClock
  private let permissions: CurrentPermissions
  let bell: WakeBell
  let inbox: Inbox<SharedNews>
  /// The name among the hosts of the log, with a random part: a name that is configured may be that of an earlier run too.
  let host: String
  private(set) var log: ActionLog?
  private var options = LogOptions()
  var subscription: LogSubscription?
  var joining: Task<Void, Never>?
  /// nil: the log has not answered yet.
  var head: SharedHead?
  /// Where own actions wait that are not confirmed, for the next start if this host is killed.
  private(set) var outbox: LogOutbox?
  /// How many actions were sent here.
  var lastNumber: Int64 = 0
  /// Depends on the code of the shared features.
  private(set) var reducers: [UInt8] = []
  /// The other code that hosts were found to run, by host.
  var otherReducers: [String: [UInt8]] = [:]
  /// Own actions that are not confirmed, in their order.
  var sent: Deque<SharedAction> = []
  /// From actions in the history to their entries in the log. Own actions that wait are in ``sent``.
  var entries: [Int: (name: EntryName, position: Int64)] = [:]
  /// From other hosts to the positions of their last entries.
  var hosts: [String: Int64] = [:]
  var phase = SharedInfo.Phase.joining
  var problem: String?
  /// When a batch whose outcome is not known is appended again, on the clock.
  private(set) var retryMoment: Double?
  private var pause = SharedLog.pauses.lowerBound
  /// Whether settling waits no longer for it.
  var isGivenUp = false
  /// The functions `onRejected`, by feature.
  var rejections: [String: HostEffect] = [:]
  private(set) var features: Set<String> = []
  /// The last entries that the state contains.
  var window = SharedWindow()
  /// Entries that wait until no script runs.
  var held: [UDFLog.LogEntry] = []
  /// Entries up to this position cannot be undone: the state begins with a snapshot of them, or other code has reduced them.
  var floor: Int64 = 0
  /// After which entry the log has a snapshot of this code; nil: none is known.
  var known: Int64?
  /// After which entry the next snapshot is taken.
  var nextSnapshot: Int64 = 0
  /// From the positions of the last snapshots to the digests of the states there.
  var digests: [Int64: String] = [:]
  /// What the last own undo did.
  var undone: RebaseReport?
  /// The code to which an entry that is taken now changes all hosts.
  var expectedCode: String?
  /// The name of the app; nil: the host has not started.
  private var app: String?

  /// Own actions that may wait for the log. The history keeps them and all actions after them.
  static let limit = 10_000
  /// Seconds between two attempts to append: the first time, and at most.
  static let pauses = 0.05...2.0

  /// - Parameters:
  ///   - address: see `LogAddress`; nil: shared features stay on this host.
  ///   - host: the name for people; nil: the machine's name.
  init(_ address: String?, host: String?, permissions: CurrentPermissions, travel: TimeTravel, bell: WakeBell) {
    self.permissions = permissions
    self.address = address
    self.host = SharedLog.newName(host)
    self.travel = travel
    self.bell = bell
    clock = travel.clock
    dispatcher = travel.dispatcher
    inbox = Inbox(bell: bell)
    travel.isShared = { [unowned(unsafe) self] in tree.actions[$0].log === self }
    travel.shared = self
    travel.reloader.refuseGeneration = { [unowned(unsafe) self] generation throws(HostError) in try check(generation) }
  }

  var tree: SliceTree { dispatcher.tree }
  var events: EventHub { dispatcher.events }
  /// How messages name the log.
  var name: String { log?.name ?? "the log" }
  /// The code of the shared features, as the log names it.
  var code: String { String(decoding: reducers, as: UTF8.self) }
  /// Entries between two snapshots.
  var interval: Int64 { options.snapshots }
  /// Whether no script and no reducer runs.
  var isFree: Bool { !dispatcher.isBusy && tree.machine.depth == 0 }
  /// Whether the app has shared features and a log for them.
  var isOn: Bool { address != nil && !features.isEmpty }

  func adopt(_ generation: Generation?) {
    features = Set((generation?.features ?? []).filter(\.isShared).map(\.name))
    rejections = generation?.rejections ?? [:]
    reducers = Array((generation?.reducers(of: features) ?? "").utf8)
    for feature in generation?.features ?? [] {
      let stamp = generation?.stamps[feature.name].map(stamp)
      for action in feature.ownActions {
        let id = tree.actions.number(for: feature.fullType(of: action))
        tree.actions[id].stamp = stamp
        if feature.isShared, address != nil { tree.actions[id].log = self }
      }
    }
    // A reload may bring the first shared feature.
    if let app { do { try start(app: app) } catch { events.emit(.error(error, action: nil)) } }
  }

  private func stamp(_ function: LuaReference) -> (Record) throws(LuaError) -> Value {
    { [machine = tree.machine, budget = dispatcher.effects.budget] fields throws(LuaError) in
      try machine.call(function, [.map(fields)], phase: .middleware, budget: budget).first ?? .none
    }
  }

  // MARK: joining

  /// Begins to follow the log. Throws if the address is none.
  func start(app: String) throws(HostError) {
    self.app = app
    guard let address, isOn, log == nil else { return }
    guard tree.history.keepsActions else {
      throw HostError(
        code: "usage", message: "log: a host that keeps no history cannot follow a log; give it a historyLimit above 0")
    }
    var environment: [String: String] = [:]
    for name in ["REDISCLI_AUTH", "PGPASSWORD"] { environment[name] = getenv(name).map { String(cString: $0) } }
    do throws(LogFailure) {
      let parsed = try LogAddress(address, log: SharedLog.name(of: app), environment: environment)
      options = parsed.options
      let log = ActionLog(parsed.engine, options: options)
      self.log = log
      if let folder = permissions.value.data.folder, !options.isReadOnly {
        outbox = LogOutbox("\(folder)/outbox.sqlite", log: log.name)
      }
      joining = Task.detached { [inbox, outbox, host, code] in
        await SharedLog.join(log, of: code, as: nil, inbox)
        await SharedLog.appendLeftOver(of: outbox, besides: host, to: log, inbox)
      }
    } catch {
      throw HostError(code: "usage", message: "log: \(error.message)")
    }
  }

  /// The name of the log of an app: letters, digits and _.
  private static func name(of app: String) -> String {
    let name = String(app.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }.prefix(40))
    return name.isEmpty ? "app" : name
  }

  /// Separates the name for people from the random part.
  private static let separator: Character = "~"

  /// A name that no other host has: a number makes it so.
  private static func newName(_ label: String?) -> String {
    let number = String(UInt32.random(in: 0x1000_0000...UInt32.max), radix: 16)
    if let label { return label + String(separator) + number }
    var bytes = [CChar](repeating: 0, count: 64)
    gethostname(&bytes, bytes.count - 1)
    let machine = String(decoding: bytes.prefix { $0 != 0 && $0 != 46 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return (machine.isEmpty ? "host" : machine) + "-" + number
  }

  /// The name of a host for people.
  static func label(_ host: String) -> String {
    host.lastIndex(of: separator).map { String(host[..<$0]) } ?? host
  }

  // MARK: what is due

  /// Takes in what the log has reported, and appends what waits.
  func turn() {
    guard isOn else { return }
    for news in inbox.take() {
      switch news {
      case .joined(let join): follow(join)
      case .event(let event): take(event)
      case .outcome(let batch, let outcome): settle(batch, outcome)
      case .saved(let position, let digest):
        known = position
        send(.state(after: position, reducers: code, digest: digest))
      case .differs(let position, let sender, let snapshot): reportDifference(at: position, from: sender, snapshot)
      case .problem(let problem): notify("warning", problem)
      }
    }
    if !held.isEmpty, isFree { confirm([]) }
    push()
  }

  private func take(_ event: LogEvent) {
    switch event {
    case .entries(let entries, let last):
      confirm(entries)
      if phase != .stopped { phase = (entries.last?.position ?? 0) < last ? .behind : phase }
    case .live:
      if phase == .disconnected { notify("info", "the log answers again") }
      if phase != .stopped { (phase, problem, retryMoment) = (.live, nil, nil) }
    case .disconnected(let failure):
      guard phase != .stopped, phase != .disconnected else { return }
      (phase, problem) = (.disconnected, failure.message)
      notify("warning", "\(failure.message)\n  Shared actions stay on this host until the log answers.")
    case .ended(let failure):
      if failure.code == .trimmed, phase != .stopped { rejoin() } else { stop(because: failure) }
    }
  }

  private func settle(_ batch: LogBatch, _ outcome: AppendOutcome) {
    head?.settle(batch, outcome)
    if let halt = head?.halt { return stop(because: halt) }
    guard case .unknown = outcome else {
      pause = SharedLog.pauses.lowerBound
      return
    }
    retryMoment = clock.now + pause
    pause = min(SharedLog.pauses.upperBound, pause * 2)
  }

  /// Appends what waits.
  func push() {
    if let retryMoment, retryMoment > clock.now { return }
    retryMoment = nil
    guard let log, !options.isReadOnly, phase != .stopped, let batch = head?.nextBatch(limit: 256) else { return }
    Task.detached { [inbox] in inbox.post(.outcome(batch, await log.append(batch))) }
  }

  /// Follows the log no more. The actions that wait stay in the state.
  func stop(because failure: LogFailure) {
    guard phase != .stopped else { return }
    (phase, problem) = (.stopped, failure.message)
    subscription?.cancel()
    head?.halt(failure)
    var text = "\(failure.message)\n  This host follows the log no more and takes no shared actions."
    if !sent.isEmpty {
      text += " \(sent.count == 1 ? "1 own action was" : "\(sent.count) own actions were") not confirmed."
    }
    notify("error", text)
  }

  /// Ends the connections. What was not confirmed is on the disk then.
  func close() {
    outbox?.flush()
    joining?.cancel()
    subscription?.cancel()
    log?.close()
  }

  func notify(_ level: String, _ text: String) {
    events.emit(.log(level: level, message: "log: \(text)", fields: [:]))
  }

  // MARK: for settling and listing

  var isReadOnly: Bool { options.isReadOnly }
  var hasEvents: Bool { !inbox.isEmpty }
  /// Whether settling waits for nothing here. What a log that does not answer keeps waiting is not waited for.
  var isIdle: Bool {
    if !isOn || isGivenUp || phase == .stopped || phase == .disconnected { return !isOn || inbox.isEmpty }
    return phase == .live && (sent.isEmpty || isReadOnly) && inbox.isEmpty
  }

  func origin(of n: Int) -> SharedOrigin? {
    entry(of: n).map { SharedOrigin(host: SharedLog.label($0.name.host), position: $0.position) }
  }

  var info: SharedInfo? {
    guard isOn else { return nil }
    // A name may be that of several runs.
    let positions = Dictionary(hosts.map { (SharedLog.label($0.key), $0.value) }, uniquingKeysWith: max)
    return SharedInfo(
      log: name, host: SharedLog.label(host), phase: phase, problem: problem, isReadOnly: isReadOnly,
      position: head?.place.position ?? 0, pending: sent.count,
      hosts: positions.sorted { $0.value > $1.value }.prefix(20).map {
        SharedInfo.Host(name: $0.key, position: $0.value)
      })
  }

  /// Throws for a command that would part this host's shared state from that of the others.
  func refuse(_ what: String) throws(HostError) {
    guard isOn else { return }
    throw HostError(
      code: "usage",
      message: """
        \(what): the state of \(features.sorted().joined(separator: ", ")) is shared through \(name)
          Nothing was changed. To fix this, start the app without --log, or send actions that have the same effect.
        """)
  }
}
