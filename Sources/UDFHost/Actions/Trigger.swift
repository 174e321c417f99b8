import Platform
import UDF

/// The action that a middleware sees before its reducers, as the cause of what the middleware sends then.
///
/// Such an action has no number yet, and is never committed under one if a middleware stops it or a reducer refuses it. The
/// first action that was sent on its behalf then takes its place.
final class Trigger: Sendable {
  /// The cause of an action that a user's action led to which was not committed itself.
  static let user = -1

  /// Whether a person sent an action, and nothing that happened before.
  static func isUsers(_ origin: Origin, _ cause: Int) -> Bool { cause == user || cause == 0 && origin.isUser }

  private let number: Guarded<Int>

  /// - Parameter number: the number that the action gets if nothing stops it.
  init(_ number: Int) { self.number = Guarded(number) }

  /// The number of the action that causes what is sent, 0: none; or ``user``.
  var cause: Int { number.withLock { $0 } }

  /// The action of this origin and cause was stopped or refused: what was sent belongs to its own cause.
  func end(_ origin: Origin, cause: Int) {
    number.withLock { $0 = origin.isUser && cause == 0 ? Trigger.user : cause }
  }

  /// An action that was sent on behalf of one that was not committed was committed.
  func replace(with n: Int) {
    number.withLock { if $0 == Trigger.user { $0 = n } }
  }
}
