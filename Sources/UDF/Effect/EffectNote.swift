/// What a running effect reports to its owner besides its actions.
package enum EffectNote: Sendable {
  case misuse(Misuse)
  case output(UseCaseTrace)
}
