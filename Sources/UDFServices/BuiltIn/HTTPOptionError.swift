/// An error in the options of a script's request.
struct HTTPOptionError: Error {
  let text: String

  init(_ text: String) { self.text = text }
}
