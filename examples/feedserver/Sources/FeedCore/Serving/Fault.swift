/// What can go wrong on the way to an answer.
package enum Fault: CaseIterable {
  /// 503, and a time to wait.
  case busy
  /// The answer takes three seconds.
  case slow
  /// Half of the answer.
  case cut
  /// A page for people.
  case login
  /// All is done, and the answer says that it is not.
  case lost
}
