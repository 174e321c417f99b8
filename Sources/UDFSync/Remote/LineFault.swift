/// Why an answer is not what the sync protocol says.
struct LineFault: Error {
  /// The line and what is wrong there.
  let description: String

  init(_ description: String) { self.description = description }
}
