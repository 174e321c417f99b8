/// A task that the engine started for its machine and can cancel.
struct RunningRequest {
  let task: Task<Void, Never>
  /// Nil for a request to the conflict policy.
  var progress: RemoteProgress?
  /// Lets a stream read its next page; nil if the request is not a stream.
  var turns: AsyncStream<Void>.Continuation?
}
