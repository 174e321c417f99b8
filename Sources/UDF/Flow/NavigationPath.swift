/// The screens that the user has gone through, the present one last: plain state, never empty.
///
///     var path = NavigationPath(NewsRoute.list)
///     try path.apply(.push(.article(7)))
///     path.top.route   // article(7)
///     path.routes      // [list, article(7)]
///
/// In an app only the reducer of a ``Flow`` changes it. An id is never used again, unless the coming of its screen is undone. A
/// store has one path for each type of route.
public struct NavigationPath<Route: Equatable & Sendable>: Equatable, Sendable {
  /// The screens, the first one lowest. Their ids ascend.
  public private(set) var entries: [NavigationEntry<Route>] = []
  private var nextID = 0

  /// A path that begins with this screen.
  public init(_ start: Route) { append(start) }

  /// The screen that the user sees.
  public var top: NavigationEntry<Route> { entries[entries.count - 1] }

  /// What the screens show, the first one lowest.
  public var routes: [Route] { entries.map(\.route) }

  /// The screen with the id, if it is on the path.
  public subscript(id: Int) -> NavigationEntry<Route>? {
    var range = entries.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if entries[middle].id == id { return entries[middle] }
      range = entries[middle].id < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  /// Takes the step, with no guard in the way; one that throws changes nothing.
  public mutating func apply(_ step: NavigationStep<Route>) throws(NavigationError) {
    take(try turn(by: step))
  }

  /// What the step comes to on this path.
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
    case .dismiss:
      guard let index = entries.lastIndex(where: \.isModal), index > 0 else { throw .nothingToDismiss }
      return NavigationTurn(kept: index)
    case .finish:
      throw .nothingToFinish
    }
  }

  /// Back to the topmost screen that is none of these.
  func turn(leaving isInside: (Route) -> Bool) throws(NavigationError) -> NavigationTurn<Route> {
    guard let index = entries.lastIndex(where: { !isInside($0.route) }) else { throw .nothingToPop }
    return NavigationTurn(kept: index + 1)
  }

  mutating func take(_ turn: NavigationTurn<Route>) {
    entries.removeSubrange(turn.kept...)
    if let route = turn.route { append(route, isModal: turn.isModal, wanted: turn.wanted) }
  }

  /// Goes back to the first screen, which becomes this one unless it is, and from there takes the turn.
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

  /// Reads a path that was saved.
  ///
  /// - Throws: also if it has no screen, or ids that do not ascend.
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
