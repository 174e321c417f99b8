/// The progress of the comparison of past actions with new code. It starts with the newest action and takes a few
/// actions at a time.
struct Preview {
  let generation: Int
  /// The number of the newest action that was not compared.
  var next: Int
  var count = 0
  /// The numbers of actions with other changes, newest first.
  var differing: [Int] = []
  /// The number of actions that cannot be compared, because their reducer is stopped before its end.
  var unknown = 0
  /// The types of these actions. Others of the same type are not tried, because each would use its whole time budget.
  var endless: Set<Int32> = []
}
