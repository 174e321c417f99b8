import Platform
import UDF

/// The action that a middleware receives before the reducers, as the cause of the actions that the middleware sends.
///
/// This action has no number yet. If a middleware stops it or a reducer refuses it, it never gets one. The first action
/// that was sent because of it then becomes the cause of the others.
final class Trigger: Sendable {
  /// The cause of an action that was sent because of a user's action which was not committed.
  static let user = -1

  /// Whether a person sent an action, so that no other action caused it.
  static func isUsers(_ origin: Origin, _ cause: Int) -> Bool { cause == user || cause == 0 && origin.isUser }

  private let number: Guarded<Int>

  /// - Parameter number: the number that the action gets if it is committed.
  init(_ number: Int) { self.number = Guarded(number) }

  /// The number of the action that causes the sent actions; 0: none; or ``user``.
  var cause: Int { number.withLock { $0 } }

  /// Called when the action of this origin and cause was stopped or refused. The sent actions then get its own cause.
  func end(_ origin: Origin, cause: Int) { number.withLock { $0 = origin.isUser && cause == 0 ? Trigger.user : cause } }

  /// Called when an action that was sent because of an uncommitted one was committed.
  func replace(with n: Int) { number.withLock { if $0 == Trigger.user { $0 = n } } }
}
