/// The system's file events are not available. The message is shown to the user.
struct WatchFailure: Error, Equatable {
  let message: String

  /// - Parameter remedy: how to get the events back.
  init(_ cause: String, remedy: String) {
    message = """
      watching files: \(cause)
        Files are checked every 100 ms instead.
        To fix this, \(remedy)
      """
  }
}
