/// A report of a running effect to its owner that is not an action.
package enum EffectNote: Sendable {
  case misuse(Misuse)
  case output(UseCaseTrace)
}
