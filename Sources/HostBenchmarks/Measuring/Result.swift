/// One measurement: a time, the time of its baseline (`floor`) in the same run, and the promised limit.
struct Result {
  var name: String
  /// The seconds of one operation.
  var seconds: Double
  var floor: Double?
  /// The name of the baseline.
  var floorName: String = ""
  /// The limit: a ratio to the baseline; without a baseline, seconds or bytes.
  var promise: Double?
  /// The measured memory in bytes; nil if a time was measured.
  var bytes: Int?

  var ratio: Double? { floor.map { seconds / $0 } }
  var isKept: Bool? { promise.map { (ratio ?? bytes.map(Double.init) ?? seconds) <= $0 } }
}

extension Result {
  /// A measurement of memory.
  init(name: String, bytes: Int, promise: Int) {
    self.init(name: name, seconds: 0, promise: Double(promise), bytes: bytes)
  }
}
