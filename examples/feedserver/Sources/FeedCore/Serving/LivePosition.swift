/// How far a live stream has come.
struct LivePosition {
  /// Its `since` is the `next` of the last event.
  var query: FeedQuery
  let epoch: String
  /// What the last event reported; nil before the first event.
  var mutations: [String: Int64]?
  /// How many beats the feed had made at the last event or comment.
  var beats: Int
}
