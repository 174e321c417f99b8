/// What became of a client's mutations, so that none is made twice.
struct ClientRecord {
  /// The last that was looked at.
  var last: Int64 = 0
  /// Those that were refused; all others up to the last were made.
  var refused: [Int64: Refusal] = [:]
}
