import LuaSyntax

/// A function of a file.
struct FunctionPlace: Hashable {
  let file: String
  let function: FunctionBody.ID

  /// nil if the value is not a function literal.
  init?(_ value: Located) {
    guard let body = value.function else { return nil }
    (file, function) = (value.file.name, body.id)
  }
}
