/// The screens that the user has gone through, the present one last: plain state, never empty.
///
///     var path = NavigationPath(NewsRoute.list)
///     try path.apply(.push(.article(7)))
///     path.top.route   // article(7)
///     path.routes      // [list, article(7)]
///
/// In an app only the reducer of a ``Flow`` changes it. An id is never used again, whatever comes and goes. A store has one
/// path for each type of route.
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
    try apply(step, admitted: goal(of: step).map { ($0, nil) })
  }

  /// The route that the step leads to, unless it leads back.
  func goal(of step: NavigationStep<Route>) -> Route? {
    switch step {
    case .push(let route), .replace(let route), .present(let route): route
    case .resume: entries.last { $0.wanted != nil }?.wanted
    case .pop, .popTo, .dismiss, .finish: nil
    }
  }

  /// Takes the step, whose goal the guards have made this of.
  mutating func apply(
    _ step: NavigationStep<Route>, admitted: (route: Route, wanted: Route?)?
  ) throws(NavigationError) {
    switch (step, admitted) {
    case (.push, let admitted?): append(admitted.route, wanted: admitted.wanted)
    case (.present, let admitted?): append(admitted.route, isModal: true, wanted: admitted.wanted)
    case (.replace, let admitted?):
      let isModal = entries.removeLast().isModal
      append(admitted.route, isModal: isModal, wanted: admitted.wanted)
    case (.resume, let admitted?):
      guard let index = entries.lastIndex(where: { $0.wanted != nil }) else { return }
      let isModal = entries[index].isModal
      entries.removeSubrange(index...)
      append(admitted.route, isModal: isModal, wanted: admitted.wanted)
    case (.popTo(let route), _):
      guard let index = entries.lastIndex(where: { $0.route == route }) else {
        throw .notOnPath(String(describing: route))
      }
      entries.removeSubrange((index + 1)...)
    case (.dismiss, _):
      guard let index = entries.lastIndex(where: \.isModal), index > 0 else { throw .nothingToDismiss }
      entries.removeSubrange(index...)
    case (.finish, _): throw .nothingToFinish
    case (.pop, _), (.resume, nil), (.push, nil), (.present, nil), (.replace, nil):
      guard entries.count > 1 else { throw .nothingToPop }
      entries.removeLast()
    }
  }

  /// Pops while the top screen is one of these.
  mutating func leave(_ isInside: (Route) -> Bool) throws(NavigationError) {
    guard let index = entries.lastIndex(where: { !isInside($0.route) }) else { throw .nothingToPop }
    entries.removeSubrange((index + 1)...)
  }

  /// Goes back to the first screen, which becomes this one unless it is, and on to the other.
  mutating func restart(at start: Route, then admitted: (route: Route, wanted: Route?)?) {
    if entries[0].route == start { entries.removeSubrange(1...) } else { entries = [] }
    if entries.isEmpty { append(start) }
    if let admitted { append(admitted.route, wanted: admitted.wanted) }
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
