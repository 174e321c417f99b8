/// A part of the host that acts on committed actions of some types.
protocol ActionFollower: AnyObject {
  /// An action of this type was committed; `bytes` are the action in byte form, type included.
  func didCommit(_ type: String, _ bytes: [UInt8], origin: Origin)
}
