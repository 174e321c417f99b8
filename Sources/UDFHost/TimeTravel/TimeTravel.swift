import LuaRuntime

/// The past of a host: history queries, undo, redo, rebase, replay, preview and blame.
///
/// The history contains the actions that made the present state. Actions that an undo has removed, or that a reducer
/// refuses since a rebase, are set aside until the next action of a user. So the state always results from all recorded
/// actions except the removed ones, and a redo is a rebase that removes fewer of them.
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
  /// Returns whether the actions of a type, given by its number, belong to a shared log.
  var isShared: (Int32) -> Bool = { _ in false }
  unowned(unsafe) var shared: (any SharedUndo)?
  /// The progress of the comparison of past actions with reloaded code; nil: nothing is left to compare.
  var preview: Preview?
  /// The undone actions, in the order of their numbers.
  var aside: [AsideAction] = [] { didSet { tree.hasUndone = !aside.isEmpty } }
  /// The undos that can be redone, the last one at the end.
  var undos: [Int] = []
  var lastUndo = 0
  /// The causes of actions that are neither in the history nor set aside. They connect other actions with their causes.
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

  /// Forgets all actions that can be redone.
  func dropAside() {
    for action in aside { droppedCauses[action.n] = action.kept.entry.cause }
    (aside, undos) = ([], [])
    if droppedCauses.count > 1000 { droppedCauses = droppedCauses.filter { $0.key > history.forgotten } }
  }

  /// Forgets all of the past that is not in the history.
  func clear() { (aside, undos, droppedCauses, preview) = ([], [], [:], nil) }

  /// Forgets actions that were set aside and are older than the history.
  func prune() {
    guard aside.contains(where: { $0.n <= history.forgotten }) else { return }
    let gone = Set(aside.filter { $0.n <= history.forgotten }.map(\.undo))
    aside.removeAll { $0.n <= history.forgotten || $0.undo != nil && gone.contains($0.undo) }
    undos.removeAll { gone.contains($0) }
  }
}
