/// What is wrong with the options of a request.
struct HTTPOptionError: Error {
  let text: String

  init(_ text: String) { self.text = text }
}
