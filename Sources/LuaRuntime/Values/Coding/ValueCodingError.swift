/// A failed conversion between a Swift value and plain data, with its place in the data.
///
///     do { try ValueDecoder().decode([Int].self, from: [1, "x"]) } catch { print(error) }
///     // [2]: must be an integer, got string "x"
public struct ValueCodingError: Error, Sendable, Equatable {
  private let steps: [CodingStep]
  private let problem: String
  private let isMissing: Bool
  /// Whether the data does not have the type's shape; false if the type itself refused a value.
  package let isOfShape: Bool

  init(_ problem: String, at steps: [CodingStep], isMissing: Bool = false, isOfShape: Bool = true) {
    self.problem = problem
    self.steps = steps
    self.isMissing = isMissing
    self.isOfShape = isOfShape
  }

  /// The place in Lua's syntax: `items[2].qty`; empty for the whole value.
  public var path: String {
    let text = steps.reduce(into: "") { $0 += $1.text }
    return text.hasPrefix(".") ? String(text.dropFirst()) : text
  }

  /// The same error, with a path that begins after the first step.
  var inside: ValueCodingError {
    ValueCodingError(problem, at: Array(steps.dropFirst()), isMissing: isMissing, isOfShape: isOfShape)
  }
}

extension ValueCodingError: CustomStringConvertible {
  /// `items[2].qty: must be an integer, got string "x"`, `sku is missing; it must be a string`.
  public var description: String {
    switch (path, isMissing) {
    case ("", true): "the value \(problem)"
    case ("", false): problem
    case (let path, true): "\(path) \(problem)"
    case (let path, false): "\(path): \(problem)"
    }
  }
}
