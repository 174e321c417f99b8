/// What is wrong with the command line, for the person who wrote it.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
