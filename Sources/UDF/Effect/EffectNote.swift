/// A report of a running effect to its owner that is not an action.
package enum EffectNote: Sendable {
  case misuse(Misuse)
  /// Its work threw an error without a handler.
  case failure(any Error)
  case output(UseCaseTrace)
}
