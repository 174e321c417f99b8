/// Why the system's file events cannot be had, as the text shown to a person.
struct WatchFailure: Error, Equatable {
  let message: String

  /// - Parameter remedy: how to get the events back.
  init(_ cause: String, remedy: String) {
    message = """
      watching files: \(cause)
        Files are looked at every 100 ms instead.
        To fix this, \(remedy)
      """
  }
}
