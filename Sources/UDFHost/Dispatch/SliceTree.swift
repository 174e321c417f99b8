import LuaRuntime
import Platform
import UDF
import UDFServices

/// The state of a host: its slices, the action types, and the history.
///
/// The host's store reduces into this tree. Only the slices that handle an action's type reduce it.
final class SliceTree {
  let machine: LuaMachine
  let history: History
  /// The secret texts for which the state and actions contain tokens.
  let secrets = SecretStore()
  var slices: [String: any Slice] = [:]
  /// The native slices by their numbers in the kernel; nil where a slice was removed.
  private(set) var hosted: [(any HostedSlice)?] = []
  /// The names of view events that were mapped to actions. A name keeps its number in later generations.
  var viewEvents = NameTable()
  // Every dispatch uses these briefly. The checks for overlapping access would cost more than the accesses.
  @exclusivity(unchecked) var actions = ActionTable()
  @exclusivity(unchecked) private(set) var last = Dispatched()
  /// The error of the last action; nil if it was committed.
  @exclusivity(unchecked) private(set) var error: HostError?
  /// The errors of reducers of local features that have failed for the last action, which is shared; see ``Route/isFollower``.
  @exclusivity(unchecked) var followerErrors: [HostError] = []
  /// The effect that the reducers of the last action have returned.
  @exclusivity(unchecked) private(set) var effect = Effect<HostAction>.none
  /// The screen to which the last action belongs; 0: none.
  @exclusivity(unchecked) var screen: Int = 0
  /// The last action in byte form; nil for a Swift value, and for an action that a script is sending now.
  @exclusivity(unchecked) private(set) var bytes: [UInt8]?
  /// The storage of the last action if it is a Swift value, and its index there; -1: it is not a Swift value.
  @exclusivity(unchecked) private var typed: TypedActions?
  @exclusivity(unchecked) private var typedIndex = -1
  /// Whether a script is sending the last action now.
  @exclusivity(unchecked) private(set) var isSentNow = false
  /// The position of the script line that sent the last action, if the action was queued and its position was kept.
  @exclusivity(unchecked) private(set) var formerSender: String?
  /// The name of the file or stream whose line is evaluated; nil: no line is.
  var input: String?
  /// The effect that waits for the outcome of the last action.
  @exclusivity(unchecked) var waiter: SuspendedSender?
  /// Returns the place of the function that mapped a view event; called only after its action was refused.
  @exclusivity(unchecked) var placeOfEvent: (String) -> ScriptPosition? = { _ in nil }
  let events: EventHub
  /// Whether each dispatch records its time and its sender, because an observer needs them.
  @exclusivity(unchecked) var isTimed: Bool
  /// The writes of engines that a rebase has skipped while it restored an earlier state; nil if no rebase runs.
  var skipped: [Rebase.EngineWrite]?
  /// Whether some actions can be redone, which the next action of a user prevents.
  @exclusivity(unchecked) var hasUndone = false
  /// Called after an action of a user, if ``hasUndone`` is true.
  var onUserAction: () -> Void = {}
  private let keepsSites: Bool
  /// The generation in which the code of each feature was loaded.
  var generations: [String: Int] = [:]
  /// Adds up the costs of reducers; nil while costs are not measured.
  var profiler: Profiler? { didSet { meterReducers() } }
  /// The ``HostAction/cause`` of the action that is dispatched.
  @exclusivity(unchecked) var cause = 0
  @exclusivity(unchecked) private(set) var site: Int32 = -1
  private let clock: any HostClock

  /// - Parameter keepsSites: whether the history records the script lines that send actions and write the state.
  init(history: History, events: EventHub, clock: any HostClock, keepsSites: Bool) {
    self.history = history
    machine = events.machine
    self.events = events
    self.clock = clock
    self.keepsSites = keepsSites
    isTimed = keepsSites
    machine.natives = self
    if keepsSites { machine.keepSites() }
    // `self.events`, because a reference to the parameter would keep the hub, and with it the host, for ever.
    events.onInterest = { [unowned(unsafe) self] in
      isTimed = self.events.observesActions || keepsSites
      machine.listsChanges = self.events.recordsActions
    }
  }

  /// The number of the script line that sends an action now; -1 if lines are not recorded.
  var siteNow: Int32 { keepsSites ? machine.site : -1 }

  /// Makes the slice of a native feature and adds it to the kernel's state.
  ///
  /// - Parameter isOfEngine: whether an engine writes the slice.
  func makeSlice<Feature: NativeFeature>(_ feature: Feature, isOfEngine: Bool) throws(LuaError) -> any Slice {
    let slice = try NativeSlice(
      feature, isOfEngine: isOfEngine, number: Int32(hosted.count),
      ids: feature.actions.map { actions.number(for: "\(feature.name)/\($0.key)") }, machine: machine,
      onProblem: events.warn)
    hosted.append(slice)
    return slice
  }

  /// Removes a slice from the state permanently.
  func remove(_ slice: any Slice) {
    slice.remove()
    if let number = hosted.firstIndex(where: { $0 === slice }) { hosted[number] = nil }
  }

  /// Returns the reducer, if it alone reduces the action that a script is sending now, as for most actions.
  @inline(__always) func onlyReducer(of id: Int32) -> LuaReducer? {
    guard id >= 0, let reducer = actions.types[Int(id)].onlyReducer else { return nil }
    if bytes != nil { bytes = nil }
    guard actions.types[Int(id)].schema == nil || fits(Int(id)) else { return nil }
    return logAccepts(Int(id)) ? reducer : nil
  }

  /// Whether the action that a script is sending now needs no log, or its log accepts it.
  @inline(__always) private func logAccepts(_ index: Int) -> Bool {
    guard let log = actions.types[index].log else { return true }
    var size = 0
    machine.withAction { size = $0.count }
    return log.accepts(size: size)
  }

  /// Reduces such an action faster than `reduce`, with the same result.
  @inline(__always) func reduceSent(_ id: Int32, by reducer: LuaReducer, origin: Origin) {
    isSentNow = true
    let begun = isTimed ? clock.now : 0
    begin(id, origin)
    do throws(LuaError) {
      try reducer.reduceSent()
      last.end = machine.journalEnd
    } catch {
      refuse(error, of: id)
    }
    conclude(begun)
  }

  /// Whether one native reducer alone reduces the action that a script is sending now.
  func isOnlyNative(_ id: Int32) -> Bool {
    guard id >= 0, !hasUndone, actions.types[Int(id)].isOnlyNative else { return false }
    if bytes != nil { bytes = nil }
    return fits(Int(id)) && logAccepts(Int(id))
  }

  /// Reduces such an action faster than `reduce`, with the same result.
  func reduceSent(_ id: Int32, origin: Origin) {
    isSentNow = true
    reduceByOnlyNative(id, origin, nil) { route throws(LuaError) in try route.reduce(nil) }
  }

  /// Whether a Swift value of the action can be reduced without conversion. Not after an undo, which needs the recorded
  /// action.
  func takesTyped(_ id: Int32) -> Bool { !hasUndone && actions.types[Int(id)].takesTyped }

  /// Reduces a Swift value. The slice that handles it adds it to `typed`.
  func reduceTyped(
    _ id: Int32, of typed: TypedActions, origin: Origin, cause: Int,
    _ reduce: () throws(LuaError) -> Effect<HostAction>
  ) {
    isSentNow = false
    if bytes != nil { bytes = nil }
    if formerSender != nil { formerSender = nil }
    (screen, self.cause, site) = (0, cause, -1)
    reduceByOnlyNative(id, origin, typed) { _ throws(LuaError) in try reduce() }
  }

  @inline(__always) private func reduceByOnlyNative(
    _ id: Int32, _ origin: Origin, _ typed: TypedActions?,
    _ reduce: (Route) throws(LuaError) -> Effect<HostAction>
  ) {
    if !events.held.isEmpty { events.held = [] }
    let begun = isTimed ? clock.now : 0
    begin(id, origin)
    Unmanaged.passUnretained(actions.types[Int(id)].routes[0])._withUnsafeGuaranteedRef { route in
      do throws(LuaError) {
        effect = try reduce(route)
        last.end = machine.journalEnd
      } catch {
        if hasEffect { effect = .none }
        refuse(error, of: id)
      }
    }
    guard let typed else { return conclude(begun) }
    if self.typed !== typed { self.typed = typed }
    typedIndex = typed.last
    if isTimed { note(begun) }
    if last.status == .committed { history.append(last, typed: typed) }
  }

  @inline(__always) private func begin(_ id: Int32, _ origin: Origin, event: Int32 = -1) {
    history.beginAction()
    let start = machine.journalEnd
    if last.status != .committed { error = nil }
    typedIndex = -1
    last = Dispatched(
      n: history.count, id: id, origin: origin, start: start, cause: cause, event: event, end: start)
  }

  @inline(__always) private func conclude(_ begun: Double) {
    if isTimed { note(begun) }
    if last.status == .committed {
      history.append(last, bytes: bytes)
      if hasUndone, last.isUsers { onUserAction() }
    }
  }

  @inline(never) private func note(_ begun: Double) {
    last.time = begun
    last.duration = clock.now - begun
    last.site = isSentNow ? siteNow : site
  }

  @inline(never) private func refuse(_ error: LuaError, of id: Int32) {
    let type = actions[id]
    refuse(.rejected, reducerError(error, type.name, type.routes[0].definition))
  }

  func reduce(_ action: HostAction) {
    var id = action.id
    isSentNow = action.content == nil
    screen = action.screen
    cause = action.presentCause
    site = action.site
    if formerSender != nil { formerSender = nil }
    if let content = action.content {
      if id < 0, let name = content.name { id = actions.number(of: name) ?? -1 }
      bytes = content.bytes
      formerSender = content.sender
      waiter = content.waiter
    } else if bytes != nil {
      bytes = nil
    }
    let begun = isTimed ? clock.now : 0
    begin(id, action.origin, event: action.event)
    run(id, last.start)
    if last.status != .committed, hasEffect { effect = .none }
    conclude(begun)
    if last.status == .committed, let trigger = action.content?.trigger { trigger.replace(with: last.n) }
  }

  private func run(_ id: Int32, _ start: UInt64) {
    if !events.held.isEmpty { events.held = [] }
    if hasEffect { effect = .none }
    if !followerErrors.isEmpty { followerErrors = [] }
    guard id >= 0 else { return refuse(.unhandled, unhandled(action["type"].text ?? "?")) }
    let index = Int(id)
    guard actions.types[index].isHandled else { return refuse(.unhandled, unhandled(actions.types[index].name)) }
    if last.origin != .log, actions.types[index].log != nil || actions.types[index].stamp != nil {
      do throws(HostError) { try prepare(index) } catch { return refuse(.rejected, error) }
    }
    if !fits(index), let error = schemaError(index) { return refuse(.rejected, error) }
    for position in actions.types[index].routes.indices {
      // With several reducers, the action is copied, so that each reducer receives an unchanged table.
      if position == 0, bytes == nil, actions.types[index].routes.count > 1 { bytes = machine.action }
      // Unretained: reducers cannot change the routes.
      let failure = Unmanaged.passUnretained(actions.types[index].routes[position])._withUnsafeGuaranteedRef {
        route -> HostError? in
        guard let error = reduce(by: route) else { return nil }
        if !route.isFollower { return reducerError(error, actions.types[index].name, route.definition) }
        followerErrors.append(followerError(error, actions.types[index].name, route))
        return nil
      }
      if let failure {
        // An action is one transaction over all its slices, except those of followers.
        machine.rollback(to: start)
        followerErrors = []
        return refuse(.rejected, failure)
      }
    }
    last.end = machine.journalEnd
    // All hosts reduce a shared action, also one whose changes need too much memory here to be listed.
    if actions.types[index].routes.count > 1, machine.listsChanges, actions.types[index].log == nil {
      requireChanges(index)
    }
  }

  /// The maximum number of attempts to reduce an action of the log that a reducer was stopped in.
  private static let attempts = 3

  /// Reduces the last action by one reducer. If it fails, returns the error, and the slice is unchanged.
  ///
  /// Other hosts have committed an action of the log, so a stopped reducer (by Ctrl-C, time or memory) is called again.
  @inline(__always) private func reduce(by route: Route) -> LuaError? {
    let start = machine.journalEnd
    var left = last.origin == .log ? SliceTree.attempts : 1
    while true {
      do throws(LuaError) {
        let next = try route.reduce(bytes)
        if case .none = next {} else { effect = effect.merged(with: next) }
        return nil
      } catch {
        machine.rollback(to: start)
        left -= 1
        guard left > 0, HostError(error).isStop, !machine.isStopping else { return error }
      }
    }
  }

  /// Adds the fields that are not deterministic to an action of this host. Throws if the log accepts no actions now.
  private func prepare(_ index: Int) throws(HostError) {
    let plain = bytes ?? machine.action
    let (log, name) = (actions.types[index].log, actions.types[index].name)
    if let error = log?.refusal(of: name, size: plain.count) { throw error }
    guard let stamped = try stamped(index, plain) else { return }
    if let error = log?.refusal(of: name, size: stamped.count) { throw error }
    bytes = stamped
  }

  /// Refuses the action if the changes of its slices cannot be listed together. For one slice, the reducer itself
  /// checks this.
  private func requireChanges(_ index: Int) {
    do throws(LuaError) { _ = try machine.changes(from: last.start, to: last.end, now: last.end) } catch {
      machine.rollback(to: last.start)
      refuse(.rejected, reducerError(error, actions.types[index].name, actions.types[index].routes[0].definition))
    }
  }

  /// Releases the data of the last action. Its number and outcome are kept.
  func forgetLast() {
    (typed, typedIndex, bytes, formerSender, error, effect) = (nil, -1, nil, nil, nil, .none)
    events.held = []
  }

  /// Whether the reducers of the last action have returned an effect.
  var hasEffect: Bool { if case .none = effect { false } else { true } }

  /// Returns and removes the effect, so that it starts only once.
  func takeEffect() -> Effect<HostAction> {
    defer { effect = .none }
    return effect
  }

  private func refuse(_ status: Status, _ error: HostError) {
    last.status = status
    last.end = last.start
    self.error = error
    // The number makes the raised tables of two refusals different.
    self.error?.details["n"] = .integer(Int64(last.n))
  }

  /// The last action in byte form.
  var data: [UInt8] {
    if let bytes { return bytes }
    if typedIndex >= 0, let typed { return typed.bytes(at: typedIndex) }
    // An action of one of its effects may have replaced it in the machine.
    if let kept = history.entries.last, kept.n == last.n { return history.bytes(of: kept) }
    return machine.action
  }

  /// Calls `body` with the last action in byte form. No other action may have been sent since.
  func withData(_ body: (UnsafeRawBufferPointer) -> Void) {
    if bytes == nil, typedIndex < 0 { machine.withAction(body) } else { data.withUnsafeBytes(body) }
  }

  /// Keeps the last action in byte form until the next one, because other code may send an action meanwhile.
  func keepData() -> [UInt8] {
    let data = data
    bytes = data
    return data
  }

  /// Whether the action fits its schema, or has none. False means only that the slower check must decide.
  private func fits(_ index: Int) -> Bool {
    guard let schema = actions.types[index].schema else { return true }
    if let bytes { return bytes.withUnsafeBytes { schema.fits($0) } }
    var fits = false
    machine.withAction { fits = schema.fits($0) }
    return fits
  }
}
