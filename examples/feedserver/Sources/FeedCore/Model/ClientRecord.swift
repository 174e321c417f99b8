/// The outcomes of a client name's mutations, so that none is made twice.
struct ClientRecord {
  /// The id of the last mutation.
  var last: Int64 = 0
  /// The mutations that the model refused; it made all others up to the last.
  var refused: [Int64: Refusal] = [:]
}
