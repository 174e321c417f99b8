/// A task that an engine's machine has started, and can cancel.
struct RunningRequest {
  let task: Task<Void, Never>
  /// Nil where the conflict policy is asked.
  var progress: RemoteProgress?
  /// Lets a stream read its next page; nil: the request is no stream.
  var turns: AsyncStream<Void>.Continuation?
}
