/// The reason why an answer does not follow the sync protocol.
struct LineFault: Error {
  /// The line, and what is wrong in it.
  let description: String

  init(_ description: String) { self.description = description }
}
