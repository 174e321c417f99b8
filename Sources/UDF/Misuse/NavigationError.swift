/// Why a step could not be taken. The path is then as it was.
public enum NavigationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is only one screen, and something must be shown.
  case nothingToPop
  /// No screen covers others.
  case nothingToDismiss
  /// No screen on the path has the route.
  case notOnPath(String)
  /// The flow is not inside another one.
  case nothingToFinish
  /// Guards send the user to each other.
  case guardsInCircle([String])
  /// A guard lets nobody to the route.
  case refused(String)

  public var description: String { "\(problem)\n  To fix this, \(fix)" }

  var problem: String { explanation.problem }
  var fix: String { explanation.fix }

  private var explanation: (problem: String, fix: String) {
    switch self {
    case .nothingToPop: ("the only screen cannot be popped", "replace it, or push another one first")
    case .nothingToDismiss: ("no screen is presented", "present one first, or pop what was pushed")
    case .notOnPath(let route): ("no screen of the path has the route \(route)", "push it, or pop to one that is there")
    case .nothingToFinish:
      ("a flow that is in no other one cannot finish", "pop its screens, or include it in the flow that it returns to")
    case .guardsInCircle(let routes):
      ("guards send in a circle: \(routes.joined(separator: " → "))", "let one of these routes pass")
    case .refused(let route): ("a guard refuses \(route)", "let its guard pass, or name a route to go to first")
    }
  }
}
