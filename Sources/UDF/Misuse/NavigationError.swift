/// The reason why a step is impossible. The path has not changed.
///
///     do {
///       try path.apply(.pop)
///     } catch .nothingToPop {
///       print("this is the first screen")
///     }
public enum NavigationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is only one screen, which cannot be removed.
  case nothingToPop
  /// No screen covers others.
  case nothingToDismiss
  /// No screen on the path has the route.
  case notOnPath(String)
  /// No screen on the path has the id.
  case noSuchScreen(Int)
  /// The flow has no surrounding flow to return to.
  case nothingToFinish
  /// Guards redirect to each other in a cycle.
  case guardsInCircle([String])
  /// A guard refuses the route.
  case refused(String)

  public var description: String { "\(problem)\n  To fix this, \(fix)" }

  var problem: String { explanation.problem }
  var fix: String { explanation.fix }

  private var explanation: (problem: String, fix: String) {
    switch self {
    case .nothingToPop: ("the only screen cannot be popped", "replace it, or push another one first")
    case .nothingToDismiss: ("no screen is presented", "present one first, or pop what was pushed")
    case .notOnPath(let route): ("no screen of the path has the route \(route)", "push it, or pop to one that is there")
    case .noSuchScreen(let id): ("no screen of the path has the id \(id)", "use the id of an entry of the path")
    case .nothingToFinish:
      ("a flow that is in no other one cannot finish", "pop its screens, or include it in the flow that it returns to")
    case .guardsInCircle(let routes):
      ("guards send in a circle: \(routes.joined(separator: " → "))", "let one of these routes pass")
    case .refused(let route): ("a guard refuses \(route)", "let its guard pass, or name a route to go to first")
    }
  }
}
