/// One row: a time, its floor in the same run, and what the design promises.
struct Result {
  var name: String
  /// Seconds of one operation.
  var seconds: Double
  var floor: Double?
  /// What the floor is.
  var beside: String = ""
  /// The largest ratio to the floor, or time in seconds or memory in bytes if there is none, that keeps the promise.
  var promise: Double?
  /// Memory, where that is what was measured instead of a time.
  var bytes: Int?

  var ratio: Double? { floor.map { seconds / $0 } }
  var isKept: Bool? { promise.map { (ratio ?? bytes.map(Double.init) ?? seconds) <= $0 } }
}

extension Result {
  /// A row of memory.
  init(name: String, bytes: Int, promise: Int) {
    self.init(name: name, seconds: 0, promise: Double(promise), bytes: bytes)
  }
}
