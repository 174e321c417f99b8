/// The reason why the head of a response is rejected.
enum HeadProblem: Error {
  case tooLarge
  /// The problem, as shown to the user.
  case malformed(String)

  static let statusLine = "the first line is not an HTTP status line"
  static let length = "invalid character in content-length header"
}
