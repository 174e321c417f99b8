import DequeModule
import Dispatch
import LuaRuntime
import Platform
import UDF
import UDFLog
import UDFServices

/// Keeps the shared features of this host equal to those of other hosts, through a log to which all of them append.
///
/// The host reduces its own actions at once. If the log places actions of other hosts before them, the history is
/// rebased.
final class SharedLog: GenerationAdopter {
  let address: String?
  let dispatcher: Dispatcher
  unowned(unsafe) let travel: TimeTravel
  let clock: any HostClock
  private let permissions: CurrentPermissions
  let pace = SharedPace()
  let bell: WakeBell
  let inbox: Inbox<SharedNews>
  /// The name of this host in the log. It has a random part, because an earlier run may have used the configured name.
  let host: String
  private(set) var log: ActionLog?
  @exclusivity(unchecked) private(set) var options = LogOptions()
  var subscription: LogSubscription?
  var joining: Task<Void, Never>?
  /// nil: the log has not answered yet.
  @exclusivity(unchecked) var head: SharedHead?
  /// Stores own actions that the log has not confirmed. If this process is killed, the next start appends them.
  @exclusivity(unchecked) private(set) var outbox: LogOutbox?
  /// The number of own actions and commands so far.
  @exclusivity(unchecked) var lastNumber: Int64 = 0
  /// The last own actions if the outbox does not have them. It has all that were appended.
  @exclusivity(unchecked) var unsaved: LogRun?
  /// The hash of the code of the shared features.
  @exclusivity(unchecked) private(set) var reducers: [UInt8] = []
  /// The hosts whose newest entries have stamps of other code; true after the user was warned of the host.
  var otherCode: [String: Bool] = [:]
  /// The last known position of the log; 0: none.
  private(set) var end: Int64 = 0
  /// The last position of the log when this host began to read.
  var joined: Int64 = 0
  /// Own actions that are not confirmed, in their order.
  @exclusivity(unchecked) var sent: Deque<SharedAction> = []
  /// The entries of actions in the log, by the actions' numbers in the history. ``sent`` contains the unconfirmed ones.
  var entries: [Int: (name: EntryName, position: Int64)] = [:]
  /// The positions of the last entries of other hosts, by the hosts' names.
  var hosts: [String: Int64] = [:]
  @exclusivity(unchecked) var phase = SharedInfo.Phase.joining
  var problem: String?
  /// The time on the clock at which a batch with an unknown outcome is appended again.
  @exclusivity(unchecked) private(set) var retryMoment: Double?
  private var pause = SharedLog.pauses.lowerBound
  /// Why the log does not answer or does not accept own actions, as the user was last warned; nil: it does both.
  private var cutOffBy: LogFailure.Code?
  /// The failure of a log that has lost own entries, until the subscription has found which entries are lost.
  private var gap: LogFailure?
  /// The number of actions of earlier runs that wait.
  private(set) var earlier = 0
  /// The position of the last one of them; `.max` until each is appended or refused. Own actions are appended after it.
  @exclusivity(unchecked) private(set) var handover: Int64 = 0
  /// For each host of an earlier run, the numbers of the actions that this host appends for it.
  var leftOvers: [String: ClosedRange<Int64>] = [:]
  /// Whether ``turn()`` is running. An observer of a reduced entry may run what is due, and must not start it again.
  private(set) var isTurning = false
  /// Whether settling no longer waits for the log.
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
  /// The position of the newest known snapshot of this code; nil: none is known.
  var known: Int64?
  /// The snapshots that are being saved.
  let saves = DispatchGroup()
  /// The shared state while a reload empties the history; nil: no such reload is running.
  var kept: SharedSnapshot?
  /// The digests of the shared state at the last snapshots, by position.
  var digests: [Int64: String] = [:]
  /// The report of the last undo that this host requested.
  var undone: RebaseReport?
  /// The code to which the present entry changes all hosts; nil: the present entry is not an upgrade.
  var expectedCode: String?
  /// The code to which the log has changed this host in this run.
  var upgradedTo: String?
  /// The last change to this host's code, and the host that has the state after it; nil: a host that ran the former code has it. Nil if
  /// this host has the state.
  var awaited: (position: Int64, from: String?)?
  /// Whether all hosts are to continue from the state of this one, as soon as it has read the log.
  var isTakingOver = false
  /// Whether the log has an entry or a snapshot of this host's code.
  var knowsCode = false
  /// The name of the app; nil: the host has not started.
  private var app: String?

  /// The maximum number of own actions that wait for the log. The history keeps them and all actions after them.
  static let limit = 10_000
  /// The number of actions of a running script after which they are saved, although the script may send more.
  static let saveLimit = 64
  /// The shortest and the longest pause between two attempts to append, in seconds.
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
    self.host = HostName.new(host)
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
  /// The name of the log in messages.
  var name: String { log?.name ?? "the log" }
  /// The hash of the code of the shared features, as a text.
  var code: String { String(decoding: reducers, as: UTF8.self) }
  /// The number of entries between two snapshots.
  var interval: Int64 { options.snapshots }
  /// Whether no script and no reducer runs.
  var isFree: Bool { !dispatcher.isBusy && tree.machine.depth == 0 }
  /// Whether the app has shared features and a log for them.
  var isOn: Bool { address != nil && !features.isEmpty }

  func adopt(_ generation: Generation?) {
    // With the code that has reduced them.
    save()
    features = Set((generation?.features ?? []).filter(\.isShared).map(\.name))
    rejections = generation?.rejections ?? [:]
    reducers = Array((generation?.sharedCode(tree.machine) ?? "").utf8)
    for feature in generation?.features ?? [] {
      let stamp = generation?.stamps[feature.name].map(stamp)
      for action in feature.ownActions {
        let id = tree.actions.number(for: feature.fullType(of: action))
        tree.actions[id].stamp = stamp
        if feature.isShared, address != nil { tree.actions[id].log = self }
      }
    }
    restoreShared()
    // A reload may add the first shared feature.
    if let app { do { try start(app: app) } catch { events.emit(.error(error, action: nil)) } }
  }

  private func stamp(_ function: LuaReference) -> (Record) throws(LuaError) -> Value {
    { [machine = tree.machine, budget = dispatcher.effects.budget] fields throws(LuaError) in
      try machine.call(function, [.map(fields)], phase: .middleware, budget: budget).first ?? .none
    }
  }

  // MARK: joining

  /// Begins to read the log. Throws if the address is not valid, even if the app has no shared feature.
  func start(app: String) throws(HostError) {
    let isFirst = self.app == nil
    self.app = app
    if isFirst, address == nil, let folder = permissions.value.data.folder {
      for note in LogOutbox.notes(at: "\(folder)/\(KeptData.outbox)") { notify("warning", note) }
    }
    guard let address, log == nil, isOn || isFirst else { return }
    guard tree.history.keepsActions || !isOn else {
      throw HostError(usage: "log: a host that keeps no history cannot follow a log; give it a historyLimit above 0")
    }
    var environment: [String: String] = [:]
    for name in ["REDISCLI_AUTH", "PGPASSWORD"] { environment[name] = getenv(name).map { String(cString: $0) } }
    do throws(LogFailure) {
      let parsed = try LogAddress(address, log: LogAddress.name(of: app), environment: environment)
      guard isOn else {
        return notify("warning", "no feature of this app is shared, so the app does not use the log")
      }
      options = parsed.options
      let log = ActionLog(parsed.engine, options: options)
      self.log = log
      if let folder = permissions.value.data.folder, !options.isReadOnly {
        outbox = LogOutbox("\(folder)/\(KeptData.outbox)", log: log.identity) { [inbox] failure in
          inbox.post(.problem("own actions that wait are not kept for the next start: \(failure.message)"))
        }
      }
      handover = outbox == nil ? 0 : .max
      joining = Task.detached { [inbox, outbox, host, code] in
        let batches = (try? await outbox?.leftOver(besides: host)) ?? []
        if outbox != nil { inbox.post(.earlier(batches.reduce(0) { $0 + $1.actions.count }, end: .max)) }
        await SharedLog.join(log, of: code, as: nil, inbox)
        guard let outbox else { return }
        let end = await outbox.appendLeftOver(
          besides: host, to: log, pause: SharedLog.pauses.upperBound, onBatch: { inbox.post(.leftOver($0)) },
          onProblem: { inbox.post(.problem($0)) })
        // Those that were refused have been reported, and do not wait.
        inbox.post(.earlier(0, end: end))
      }
    } catch {
      throw HostError(usage: "log: \(error.message)")
    }
  }

  // MARK: what is due

  /// Processes the reports of the log, and appends the own actions that wait.
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
      case .earlier(let count, let end): (earlier, handover) = (count, end)
      case .trimmed(let position):
        notify("info", "\(name): the entries up to \(position) are removed; a snapshot has their state")
      case .problem(let problem): notify("warning", problem)
      }
    }
    if !held.isEmpty, isFree { confirm([]) }
    save()
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
      if isTakingOver { takeOver() } else if awaited != nil { return joinAgain() }
      warnOfOtherCode()
    case .disconnected(let failure):
      guard phase != .stopped else { return }
      phase = .disconnected
      cutOff(
        failure,
        isReadOnly
          ? "The state follows when the log answers." : "Shared actions stay on this host until the log answers.")
    case .ended(let failure):
      if failure.code == .trimmed, phase != .stopped { rejoin() } else { stop(because: failure) }
    }
  }

  private func settle(_ batch: LogBatch, _ outcome: AppendOutcome) {
    head?.settle(batch, outcome)
    switch outcome {
    case .gap:
      // The subscription finds the positions of the lost entries.
      gap = head?.halt
      subscription?.check()
    case .unknown(let failure),
      .refused(let failure) where failure.code == .denied:
      if phase != .stopped { problem = failure.message }
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

  /// Warns that the log does not answer. The next warning follows after the log has answered again, or if the reason becomes one that
  /// the user can remove.
  private func cutOff(_ failure: LogFailure, _ consequence: String) {
    guard phase != .stopped else { return }
    problem = failure.message
    guard cutOffBy == nil || failure.code != .unreachable && failure.code != cutOffBy else { return }
    cutOffBy = failure.code
    notify("warning", "\(failure.message)\n  \(consequence)")
  }

  /// Reports that the log answers again.
  private func reconnect() {
    problem = nil
    guard cutOffBy != nil else { return }
    cutOffBy = nil
    notify("info", "the log answers again")
  }

  /// Appends the own actions that wait.
  func push() {
    if let retryMoment, retryMoment > clock.now { return }
    retryMoment = nil
    guard head?.hasBatch == true, handover < .max, phase != .stopped, !options.isReadOnly, let log else { return }
    reading { () throws(HostError) in
      let next = try head?.nextBatch(limit: 256) { index throws(HostError) in try logged(sent[index]) }
      guard let batch = next else { return }
      save()
      Task.detached { [inbox] in inbox.post(.outcome(batch, await log.append(batch))) }
    }
  }

  /// Stops reading and appending entries. The own actions that wait stay in the state.
  func stop(because failure: LogFailure) {
    guard phase != .stopped else { return }
    (phase, problem) = (.stopped, failure.message)
    subscription?.cancel()
    pace.leave()
    head?.halt(failure)
    var text = "\(failure.message)\n  This host no longer follows the log, and takes no shared actions."
    if !sent.isEmpty {
      text += " \(sent.count == 1 ? "1 own action was" : "\(sent.count) own actions were") not confirmed."
    }
    notify("error", text)
  }

  /// The maximum number of seconds that the end of a host waits for its snapshots.
  private static let patience = 3.0

  /// Ends the connections, after the unconfirmed actions were written to the disk.
  func close() {
    save()
    outbox?.flush()
    joining?.cancel()
    subscription?.cancel()
    pace.leave()
    _ = saves.wait(timeout: .now() + SharedLog.patience)
    log?.close()
    // A connection that waits for its engine ends later.
    if phase != .disconnected { log?.waitForEnd(seconds: 1) }
  }

  func notify(_ level: String, _ text: String) {
    events.emit(.log(level: level, message: "log: \(text)", fields: [:]))
  }
}
