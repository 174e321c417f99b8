import LuaRuntime

/// The past of a host: what has happened, undo, redo, rebase, replay, preview, and who wrote what.
///
/// The history has the actions that made the present state. An action that undo has removed, or that its reducers refuse since
/// an undo, is set aside, until a user's next action. So the state is always what reducing all recorded actions gives but those
/// that are removed, and redo is an undo of less.
final class TimeTravel {
  let tree: SliceTree
  let clock: any HostClock
  let dispatcher: Dispatcher
  let effects: EffectScheduler
  let events: EventHub
  let screens: ScreenStack
  let derivations: Derivations
  let engines: SyncEngines
  let reloader: Reloader
  /// How far the past was looked at with the code that a reload has brought; nil: there is nothing to be looked at.
  var preview: Preview?
  /// By their numbers.
  var aside: [AsideAction] = [] {
    didSet { tree.hasUndone = !aside.isEmpty }
  }
  /// What can be done again: the last undo is the last.
  var undos: [Int] = []
  var lastUndo = 0
  /// From actions that are neither in the history nor set aside to their causes, because others may have been caused by them.
  var droppedCauses: [Int: Int] = [:]

  init(reloader: Reloader, screens: ScreenStack, engines: SyncEngines, clock: any HostClock) {
    dispatcher = screens.dispatcher
    tree = dispatcher.tree
    effects = dispatcher.effects
    events = dispatcher.events
    derivations = screens.derivations
    self.reloader = reloader
    self.screens = screens
    self.engines = engines
    self.clock = clock
    tree.onUserAction = { [unowned(unsafe) self] in dropAside() }
    dispatcher.refuse = { [unowned(unsafe) self] type throws(HostError) in try refuseInThePast(type) }
    reloader.refuse = { [unowned(unsafe) self] () throws(HostError) in
      try dispatcher.refuseIfStopped("reload")
      try dispatcher.refuseInScript("reload")
      try refuseInThePast("reload", "Saved files wait.")
    }
    reloader.onCommit = { [unowned(unsafe) self] in beginPreview($0) }
  }

  var history: History { tree.history }
  var machine: LuaMachine { tree.machine }

  /// Gives up what can be done again.
  func dropAside() {
    for action in aside { droppedCauses[action.n] = action.kept.entry.cause }
    (aside, undos) = ([], [])
    if droppedCauses.count > 1000 { droppedCauses = droppedCauses.filter { $0.key > history.forgotten } }
  }

  /// Gives up all of the past that is not in the history.
  func clear() {
    (aside, undos, droppedCauses, preview) = ([], [], [:], nil)
  }

  /// Gives up what has its place in a part of the history that is forgotten.
  func prune() {
    guard aside.contains(where: { $0.n <= history.forgotten }) else { return }
    let gone = Set(aside.filter { $0.n <= history.forgotten }.map(\.undo))
    aside.removeAll { $0.n <= history.forgotten || $0.undo != nil && gone.contains($0.undo) }
    undos.removeAll { gone.contains($0) }
  }
}
