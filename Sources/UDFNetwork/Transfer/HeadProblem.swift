/// Why the head of an answer is not accepted.
enum HeadProblem: Error {
  case tooLarge
  /// What is wrong, for a person.
  case malformed(String)

  static let statusLine = "the first line is not an HTTP status line"
  static let length = "invalid character in content-length header"
}
