/// What new code makes of the past, as far as it was looked at: from the newest action backwards, a little at a time.
struct Preview {
  let generation: Int
  /// The number of the newest action that was not looked at.
  var next: Int
  var count = 0
  /// Newest first.
  var differing: [Int] = []
  /// How many could not be looked at, because their reducer is stopped before it ends.
  var unknown = 0
  /// The kinds of action of which that is so: one wait for the time budget is enough.
  var endless: Set<Int32> = []
}
