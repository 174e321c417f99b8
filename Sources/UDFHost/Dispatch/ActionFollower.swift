/// A part of the host that runs after each committed action of some types.
protocol ActionFollower: AnyObject {
  /// Called after the commit of an action of this type; `bytes` is the action in byte form, including the type.
  func didCommit(_ type: String, _ bytes: [UInt8], origin: Origin)
}
