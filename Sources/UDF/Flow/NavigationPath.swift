import Platform

/// The screens that the user has navigated through, the present one last: plain state, never empty.
///
///     var path = NavigationPath(NewsRoute.list)
///     try path.apply(.push(.article(7)))
///     path.top.route   // article(7)
///     path.routes      // [list, article(7)]
///
/// In an app only the reducer of a ``Flow`` changes it. An id is never reused, unless the step that added its screen is
/// undone. A store has one path for each type of route.
public struct NavigationPath<Route: Equatable & Sendable>: Equatable, Sendable {
  /// The screens, from the lowest to the top. Their ids ascend.
  public private(set) var entries: [NavigationEntry<Route>] = []
  private var nextID = 0

  /// Makes a path with one screen.
  public init(_ start: Route) { append(start) }

  /// The screen that the user sees.
  public var top: NavigationEntry<Route> { entries[entries.count - 1] }

  /// The routes of the screens, from the lowest to the top.
  public var routes: [Route] { entries.map(\.route) }

  /// The screen with an id; nil if it is not on the path.
  public subscript(id: Int) -> NavigationEntry<Route>? { index(of: id).map { entries[$0] } }

  private func index(of id: Int) -> Int? {
    let index = entries.partitioningIndex { $0.id >= id }
    return index < entries.count && entries[index].id == id ? index : nil
  }

  /// Changes the state in the route of the screen with an id. Does nothing without such a screen of this kind.
  ///
  ///     path.update(7, NewsRoute.article) { $0.isStarred = true }
  public mutating func update<State>(_ id: Int, _ kind: Prism<Route, State>, _ change: (inout State) -> Void) {
    guard let index = index(of: id), var state = kind.extract(entries[index].route) else { return }
    // The entry is removed during the change: a second reference to its route would copy collections in it.
    let (isModal, wanted) = (entries[index].isModal, entries[index].wanted)
    entries.remove(at: index)
    change(&state)
    entries.insert(NavigationEntry(id: id, route: kind.embed(state), isModal: isModal, wanted: wanted), at: index)
  }

  /// Applies a step without applying guards. A step that throws changes nothing.
  public mutating func apply(_ step: NavigationStep<Route>) throws(NavigationError) {
    take(try turn(by: step))
  }

  /// Returns the turn that `step` causes on this path.
  func turn(by step: NavigationStep<Route>) throws(NavigationError) -> NavigationTurn<Route> {
    switch step {
    case .push(let route):
      return NavigationTurn(kept: entries.count, route: route)
    case .present(let route):
      return NavigationTurn(kept: entries.count, route: route, isModal: true)
    case .replace(let route):
      return NavigationTurn(kept: entries.count - 1, route: route, isModal: top.isModal)
    case .resume:
      guard let index = entries.lastIndex(where: { $0.wanted != nil }) else { return try turn(by: .pop) }
      return NavigationTurn(kept: index, route: entries[index].wanted, isModal: entries[index].isModal)
    case .pop:
      guard entries.count > 1 else { throw .nothingToPop }
      return NavigationTurn(kept: entries.count - 1)
    case .popTo(let route):
      guard let index = entries.lastIndex(where: { $0.route == route }) else {
        throw .notOnPath(String(describing: route))
      }
      return NavigationTurn(kept: index + 1)
    case .popToScreen(let id):
      guard let index = index(of: id) else { throw .noSuchScreen(id) }
      return NavigationTurn(kept: index + 1)
    case .dismiss:
      guard let index = entries.lastIndex(where: \.isModal), index > 0 else { throw .nothingToDismiss }
      return NavigationTurn(kept: index)
    case .finish:
      throw .nothingToFinish
    }
  }

  /// Returns the turn back to the topmost screen whose route is not one of these.
  func turn(leaving isInside: (Route) -> Bool) throws(NavigationError) -> NavigationTurn<Route> {
    guard let index = entries.lastIndex(where: { !isInside($0.route) }) else { throw .nothingToPop }
    return NavigationTurn(kept: index + 1)
  }

  mutating func take(_ turn: NavigationTurn<Route>) {
    entries.removeSubrange(turn.kept...)
    if let route = turn.route { append(route, isModal: turn.isModal, wanted: turn.wanted) }
  }

  /// Keeps only the first screen, replaces it unless it has the route `start`, and then applies the turn.
  mutating func restart(at start: Route, then turn: NavigationTurn<Route>) {
    if entries[0].route != start {
      entries = []
      append(start)
    }
    take(turn)
  }

  private mutating func append(_ route: Route, isModal: Bool = false, wanted: Route? = nil) {
    entries.append(NavigationEntry(id: nextID, route: route, isModal: isModal, wanted: wanted))
    nextID += 1
  }
}

extension NavigationPath: Codable where Route: Codable {
  private enum CodingKeys: CodingKey { case entries, nextID }

  /// Decodes a saved path.
  ///
  /// - Throws: also if it has no screens, or if the ids do not ascend.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    entries = try container.decode([NavigationEntry<Route>].self, forKey: .entries)
    nextID = try container.decode(Int.self, forKey: .nextID)
    let ids = entries.map(\.id) + [nextID]
    guard entries.first != nil, zip(ids, ids.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .entries, in: container, debugDescription: "a path has a screen, and the ids of its screens ascend")
    }
  }
}
