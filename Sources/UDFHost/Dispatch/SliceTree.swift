import LuaRuntime
import UDF

/// The state of a host: its slices, the actions that they answer, and the history of what happened to them.
///
/// The host's store reduces into this tree; an action goes straight to the slices that answer its type.
final class SliceTree {
  let machine: LuaMachine
  let history: History
  var slices: [String: any Slice] = [:]
  /// The slices that live in Swift, by the numbers that the kernel knows them by; nil where one is gone.
  private(set) var hosted: [(any HostedSlice)?] = []
  /// The view events that have become actions. Numbers stay the same across generations.
  var viewEvents = NameTable()
  // Every dispatch reads or writes these, each only for an instant: checking them for overlapping access would cost more
  // than what they hold.
  @exclusivity(unchecked) var actions = ActionTable()
  @exclusivity(unchecked) private(set) var last = Dispatched()
  /// Why the last action was refused, nil if it was not.
  @exclusivity(unchecked) private(set) var error: HostError?
  /// What the reducers of the last action want done.
  @exclusivity(unchecked) private(set) var effect = Effect<HostAction>.none
  /// The screen that the last action belongs to; 0: none.
  @exclusivity(unchecked) var screen: Int = 0
  /// The last action in byte form, nil while it is the one that a script sends right now, or a Swift value.
  @exclusivity(unchecked) private(set) var bytes: [UInt8]?
  /// Where the last action is, if it is a Swift value, and its index there; -1: it is none.
  @exclusivity(unchecked) private var typed: TypedActions?
  @exclusivity(unchecked) private var typedIndex = -1
  /// Whether the last action is one that a script sends right now.
  @exclusivity(unchecked) private(set) var isSentNow = false
  /// The script that sent the last action and its line, if that has waited and kept it.
  @exclusivity(unchecked) private(set) var formerSender: String?
  /// Where the function of a view event is written: asked when what it gave was refused.
  @exclusivity(unchecked) var placeOfEvent: (String) -> ScriptPosition? = { _ in nil }
  let events: EventHub
  /// Whether each dispatch records its time and its sender, because an observer needs them.
  @exclusivity(unchecked) var isTimed: Bool
  /// What engines have written that the way through the history has passed; nil unless a rebase asks.
  var skipped: [Rebase.FedWrite]?
  /// Whether a user's next action makes a difference to what can be done again.
  @exclusivity(unchecked) var hasUndone = false
  /// Called after such an action.
  var onUserAction: () -> Void = {}
  private let keepsSites: Bool
  /// The generation that the code of each feature came with.
  var generations: [String: Int] = [:]
  /// Adds up what reducers cost; nil while nothing is measured.
  var profiler: Profiler? { didSet { meterReducers() } }
  /// See ``HostAction/cause``, of the action that is dispatched.
  @exclusivity(unchecked) var cause = 0
  @exclusivity(unchecked) private(set) var site: Int32 = -1
  private let clock: any HostClock

  /// - Parameter keepsSites: whether the history knows the script lines that sent and wrote.
  init(history: History, events: EventHub, clock: any HostClock, keepsSites: Bool) {
    self.history = history
    machine = events.machine
    self.events = events
    self.clock = clock
    self.keepsSites = keepsSites
    isTimed = keepsSites
    machine.natives = self
    if keepsSites { machine.keepSites() }
    events.onInterest = { [unowned(unsafe) self] in
      isTimed = $0 || keepsSites
      machine.listsChanges = $0
    }
  }

  /// The script line that sends an action now, if it is kept.
  var siteNow: Int32 { keepsSites ? machine.site : -1 }

  /// Makes the slice of a feature in Swift and shows it to the kernel.
  ///
  /// - Parameter isFed: whether an engine writes it.
  func makeSlice<Feature: NativeFeature>(_ feature: Feature, isFed: Bool) throws(LuaError) -> any Slice {
    let slice = try NativeSlice(
      feature, isFed: isFed, number: Int32(hosted.count),
      ids: feature.actions.map { actions.number(for: "\(feature.name)/\($0.key)") }, machine: machine,
      onProblem: { [events] in events.emit(.log(level: "warning", message: $0, fields: [:])) })
    hosted.append(slice)
    return slice
  }

  /// Takes a slice out of the state for good.
  func remove(_ slice: any Slice) {
    slice.remove()
    if let number = hosted.firstIndex(where: { $0 === slice }) { hosted[number] = nil }
  }

  /// The reducer that is all it takes to reduce the action that a script sends right now: nearly every dispatch.
  @inline(__always) func onlyReducer(of id: Int32) -> LuaReducer? {
    guard id >= 0, let reducer = actions.types[Int(id)].onlyReducer else { return nil }
    if bytes != nil { bytes = nil }
    return actions.types[Int(id)].schema == nil || fits(Int(id)) ? reducer : nil
  }

  /// Does with such an action what `reduce` would.
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

  /// Whether a reducer in Swift is all it takes to reduce the action that a script sends right now.
  func isOnlyNative(_ id: Int32) -> Bool {
    guard id >= 0, !hasUndone, actions.types[Int(id)].isOnlyNative else { return false }
    if bytes != nil { bytes = nil }
    return fits(Int(id))
  }

  /// Does with such an action what `reduce` would.
  func reduceSent(_ id: Int32, origin: Origin) {
    isSentNow = true
    reduceByOnlyNative(id, origin, nil) { route throws(LuaError) in try route.reduce(nil) }
  }

  /// Whether a Swift value of the action can be reduced as it is. One behind an undo is tried first, and others are given it.
  func takesTyped(_ id: Int32) -> Bool { !hasUndone && actions.types[Int(id)].takesTyped }

  /// Reduces such a value, which the one slice that answers it adds to `typed`.
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
    guard id >= 0 else { return refuse(.unhandled, unhandled(typeName)) }
    let index = Int(id)
    guard actions.types[index].isHandled else { return refuse(.unhandled, unhandled(actions.types[index].name)) }
    if !fits(index), let error = schemaError(index) { return refuse(.rejected, error) }
    for position in actions.types[index].routes.indices {
      // Each slice after the first gets its own copy: what a reducer does to the action's table stays with it.
      if position == 0, bytes == nil, actions.types[index].routes.count > 1 { bytes = machine.action }
      // Borrowed: reducers cannot change the routes.
      let failure = Unmanaged.passUnretained(actions.types[index].routes[position])._withUnsafeGuaranteedRef {
        route -> HostError? in
        do throws(LuaError) {
          let next = try route.reduce(bytes)
          if case .none = next {} else { effect = effect.merged(with: next) }
          return nil
        } catch {
          return reducerError(error, actions.types[index].name, route.definition)
        }
      }
      if let failure {
        // An action is one transaction over all slices that answer it.
        machine.rollback(to: start)
        return refuse(.rejected, failure)
      }
    }
    last.end = machine.journalEnd
    if actions.types[index].routes.count > 1, machine.listsChanges { requireChanges(index) }
  }

  /// Refuses the action if the changes of all its slices together cannot be listed. Those of one are listed when it reduces.
  private func requireChanges(_ index: Int) {
    do throws(LuaError) { _ = try machine.changes(from: last.start, to: last.end, now: last.end) } catch {
      machine.rollback(to: last.start)
      refuse(.rejected, reducerError(error, actions.types[index].name, actions.types[index].routes[0].definition))
    }
  }

  /// Releases the last action, of which only the number and the outcome are left.
  func forgetLast() {
    (typed, typedIndex, bytes, formerSender, error, effect) = (nil, -1, nil, nil, nil, .none)
    events.held = []
  }

  /// Whether the reducers of the last action want something done.
  var hasEffect: Bool { if case .none = effect { false } else { true } }

  /// Returns what they want done, which is done once.
  func takeEffect() -> Effect<HostAction> {
    defer { effect = .none }
    return effect
  }

  /// The effects in Swift that actions may have.
  var nativeEffects: [HostEffect] { actions.types.compactMap(\.nativeEffect) }

  private func refuse(_ status: Status, _ error: HostError) {
    last.status = status
    last.end = last.start
    self.error = error
  }

  /// The last action in byte form.
  var data: [UInt8] {
    if let bytes { return bytes }
    if typedIndex >= 0, let typed { return typed.bytes(at: typedIndex) }
    // What an effect of it has sent since took its place in the machine.
    if let kept = history.entries.last, kept.n == last.n { return history.bytes(of: kept) }
    return machine.action
  }

  /// Keeps the last action in byte form until the next one: what runs meanwhile may send another.
  func keepData() -> [UInt8] {
    let data = data
    bytes = data
    return data
  }

  /// The last action with its type as plain data.
  var action: Record { TapeReader.value(of: data).fields }

  /// A dispatched action with its data and changes.
  func record(_ dispatched: Dispatched, _ action: Value) -> ActionRecord {
    ActionRecord(
      n: dispatched.n, type: action["type"].text ?? "?", fields: action.actionFields, origin: dispatched.origin,
      status: dispatched.status, changes: changes(of: dispatched.n, from: dispatched.start, to: dispatched.end),
      duration: dispatched.duration, generation: Int(history.generation), time: dispatched.time,
      site: machine.text(ofSite: dispatched.site), cause: dispatched.cause > 0 ? dispatched.cause : nil,
      event: viewEvents[dispatched.event])
  }

  /// What the last action has changed.
  var lastChanges: [Change] { changes(of: last.n, from: last.start, to: last.end) }

  /// What an action has changed. If the changes cannot be listed, an error event of the action reports why.
  func changes(of n: Int, from: UInt64, to: UInt64) -> [Change] {
    do throws(HostError) { return try history.changes(from: from, to: to) } catch {
      events.emit(.error(error, action: n))
      return []
    }
  }

  /// Calls `body` with ``lastChanges`` in byte form.
  func withLastChanges(_ body: (UnsafeRawBufferPointer) -> Void) {
    do throws(LuaError) {
      try machine.withChanges(from: last.start, to: last.end, now: history.position, body)
    } catch {
      events.emit(.error(HostError(error), action: last.n))
    }
  }

  /// The type of an action that a script sends right now.
  func typeName(of id: Int32) -> String {
    id >= 0 ? actions[id].name : TapeReader.value(of: machine.action)["type"].text ?? "?"
  }

  private var typeName: String { action["type"].text ?? "?" }

  /// Whether the action needs no closer look: it is not declared, or fits at a glance.
  private func fits(_ index: Int) -> Bool {
    guard let schema = actions.types[index].schema else { return true }
    if let bytes { return bytes.withUnsafeBytes { schema.fits($0) } }
    var fits = false
    machine.withAction { fits = schema.fits($0) }
    return fits
  }
}
