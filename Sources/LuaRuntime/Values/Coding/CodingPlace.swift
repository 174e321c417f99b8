/// A coder's place in the data. A place only knows its parent; paths are built when an error needs them.
class CodingPlace {
  /// The same limit as in all plain data.
  static let maximumDepth = 200

  private let parent: CodingPlace?
  final var step: CodingStep?
  /// The number of containers around this place.
  final let depth: Int

  init(in parent: CodingPlace? = nil, at step: CodingStep? = nil) {
    self.parent = parent
    self.step = step
    depth = parent.map { $0.depth + 1 } ?? 0
  }

  /// Required by Codable; empty here.
  final var userInfo: [CodingUserInfoKey: Any] { [:] }
  final var codingPath: [any CodingKey] { steps }

  private final var steps: [CodingStep] { (parent?.steps ?? []) + (step.map { [$0] } ?? []) }

  final func error(_ problem: String, at step: CodingStep? = nil, isMissing: Bool = false) -> ValueCodingError {
    ValueCodingError(problem, at: steps + (step.map { [$0] } ?? []), isMissing: isMissing)
  }

  final var tooDeep: ValueCodingError { error("is nested deeper than \(Self.maximumDepth) tables") }

  /// Converts an error of a type's own coding into an error at this place.
  final func error(from thrown: any Error) -> ValueCodingError {
    switch thrown {
    case let own as ValueCodingError: own
    case DecodingError.dataCorrupted(let context):
      ValueCodingError(context.debugDescription, at: context.codingPath.map { CodingStep($0) }, isOfShape: false)
    case DecodingError.keyNotFound(_, let context),
      DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      ValueCodingError(context.debugDescription, at: context.codingPath.map { CodingStep($0) })
    case EncodingError.invalidValue(_, let context):
      ValueCodingError(context.debugDescription, at: context.codingPath.map { CodingStep($0) })
    default: ValueCodingError("\(thrown)", at: steps, isOfShape: false)
    }
  }
}
