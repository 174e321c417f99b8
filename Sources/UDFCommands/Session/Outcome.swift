/// The outcome of a piece of input.
package enum Outcome: Equatable {
  case done
  /// More lines are needed.
  case incomplete
  case failed
  case quit
}
