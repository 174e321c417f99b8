/// Takes the actions that scripts send.
public protocol ActionReceiver: AnyObject {
  /// A script sends the action with this id; a text refuses it and is raised in the script.
  func sent(_ action: Int32) -> String?
}
