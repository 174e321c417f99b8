import DequeModule
import Dispatch
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
  let pace = SharedPace()
  let bell: WakeBell
  let inbox: Inbox<SharedNews>
  /// The name among the hosts of the log, with a random part: a name that is configured may be that of an earlier run too.
  let host: String
  private(set) var log: ActionLog?
  private(set) var options = LogOptions()
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
  /// The hosts whose newest entries have the stamps of other code, and whether the user was warned of them.
  var otherCode: [String: Bool] = [:]
  /// The last known position of the log; 0: none.
  private(set) var end: Int64 = 0
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
  /// Whether the user was warned that the log does not answer, or does not take own actions.
  var isCutOff = false
  /// Set after the log has lost own entries, until the subscription has found which entries are lost.
  private var gap: LogFailure?
  /// The numbers of the actions of earlier runs that this host appends, by their hosts.
  var leftOvers: [String: ClosedRange<Int64>] = [:]
  /// Whether ``turn()`` runs: an observer may run what is due while entries are reduced.
  private(set) var isTurning = false
  /// Whether settling waits no longer for it.
  var isGivenUp = false
  /// The functions `onRejected`, by feature.
  var rejections: [String: HostEffect] = [:]
  private(set) var features: Set<String> = []
  /// The last entries that the state contains.
  var window: SharedWindow
  /// The entry of another host that is being reduced.
  var received: UDFLog.LogEntry?
  /// Entries that wait until no script runs.
  var held: [UDFLog.LogEntry] = []
  /// After which entry the log has a snapshot of this code; nil: none is known.
  var known: Int64?
  /// The snapshots that are being saved.
  let saves = DispatchGroup()
  /// The shared state while a reload empties the history; nil: none does.
  var kept: SharedSnapshot?
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
  ///   - reach: see ``SharedWindow/reach``.
  init(
    _ address: String?, host: String?, reach: Int64, permissions: CurrentPermissions, travel: TimeTravel, bell: WakeBell
  ) {
    window = SharedWindow(reach: reach)
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
    reducers = Array((generation?.reducers(of: features, tree.machine) ?? "").utf8)
    for feature in generation?.features ?? [] {
      let stamp = generation?.stamps[feature.name].map(stamp)
      for action in feature.ownActions {
        let id = tree.actions.number(for: feature.fullType(of: action))
        tree.actions[id].stamp = stamp
        if feature.isShared, address != nil { tree.actions[id].log = self }
      }
    }
    restoreShared()
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
      let parsed = try LogAddress(address, log: LogAddress.name(of: app), environment: environment)
      options = parsed.options
      let log = ActionLog(parsed.engine, options: options)
      self.log = log
      if let folder = permissions.value.data.folder, !options.isReadOnly {
        outbox = LogOutbox("\(folder)/outbox.sqlite", log: log.identity) { [inbox] failure in
          inbox.post(.problem("own actions that wait are not kept for the next start: \(failure.message)"))
        }
      }
      joining = Task.detached { [inbox, outbox, host, code] in
        await SharedLog.join(log, of: code, as: nil, inbox)
        await SharedLog.appendLeftOver(of: outbox, besides: host, to: log, inbox)
      }
    } catch {
      throw HostError(code: "usage", message: "log: \(error.message)")
    }
  }

  // MARK: what is due

  /// Takes in what the log has reported, and appends what waits.
  func turn() {
    guard isOn, !isTurning else { return }
    isTurning = true
    defer { isTurning = false }
    for news in inbox.take() {
      switch news {
      case .joined(let join): follow(join)
      case .event(let event): take(event)
      case .outcome(let batch, let outcome): settle(batch, outcome)
      case .saved(let position, let code, let digest): didSave(at: position, code, digest)
      case .differs(let position, let sender, let snapshot): reportDifference(at: position, from: sender, snapshot)
      case .leftOver(let batch): note(leftOver: batch)
      case .problem(let problem): notify("warning", problem)
      }
    }
    if !held.isEmpty, isFree { confirm([]) }
    push()
  }

  private func take(_ event: LogEvent) {
    switch event {
    case .entries(let entries, let last):
      end = max(end, last)
      pace.leave()
      confirm(entries)
      if phase != .stopped, phase != .joining, entries.last?.position ?? 0 < last { phase = .behind }
    case .live(let found):
      end = max(end, found.position)
      if let gap { return stop(because: gap) }
      // An earlier subscription may still report that it is live.
      guard phase != .stopped, phase != .joining else { return }
      reconnect()
      (phase, retryMoment) = (.live, nil)
      warnOfOtherCode()
    case .disconnected(let failure):
      guard phase != .stopped, phase != .disconnected else { return }
      phase = .disconnected
      cutOff(failure, "Shared actions stay on this host until the log answers.")
    case .ended(let failure):
      if failure.code == .trimmed, phase != .stopped { rejoin() } else { stop(because: failure) }
    }
  }

  private func settle(_ batch: LogBatch, _ outcome: AppendOutcome) {
    head?.settle(batch, outcome)
    switch outcome {
    case .gap:
      // The subscription has the positions of lost entries.
      gap = head?.halt
      subscription?.check()
    case .unknown(let failure):
      // The subscription usually reports first that the log does not answer.
      if failure.code != .unreachable || pause >= SharedLog.pauses.upperBound {
        cutOff(failure, "Own actions are not confirmed. The host appends them again until the log takes them.")
      }
      retryMoment = clock.now + pause
      pause = min(SharedLog.pauses.upperBound, pause * 2)
    case .committed, .rejected, .refused:
      if let halt = head?.halt { return stop(because: halt) }
      pause = SharedLog.pauses.lowerBound
      if phase == .live { reconnect() }
    }
  }

  /// Warns that the log does not answer, once until it does.
  private func cutOff(_ failure: LogFailure, _ consequence: String) {
    guard phase != .stopped else { return }
    problem = failure.message
    if !isCutOff { notify("warning", "\(failure.message)\n  \(consequence)") }
    isCutOff = true
  }

  /// Reports that the log answers again.
  private func reconnect() {
    problem = nil
    guard isCutOff else { return }
    isCutOff = false
    notify("info", "the log answers again")
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
    pace.leave()
    head?.halt(failure)
    var text = "\(failure.message)\n  This host follows the log no more and takes no shared actions."
    if !sent.isEmpty {
      text += " \(sent.count == 1 ? "1 own action was" : "\(sent.count) own actions were") not confirmed."
    }
    notify("error", text)
  }

  /// Seconds for which the end of a host waits until its snapshots are saved.
  private static let patience = 3.0

  /// Ends the connections. What was not confirmed is on the disk then.
  func close() {
    outbox?.flush()
    joining?.cancel()
    subscription?.cancel()
    pace.leave()
    _ = saves.wait(timeout: .now() + SharedLog.patience)
    log?.close()
  }

  func notify(_ level: String, _ text: String) {
    events.emit(.log(level: level, message: "log: \(text)", fields: [:]))
  }
}
