/// What came of a piece of input.
enum Outcome: Equatable {
  case done
  /// More lines are needed.
  case incomplete
  case failed
  case quit
}
