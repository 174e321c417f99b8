/// Where in the data a coder is. Places know only what they lie in: a path is put together when something is wrong.
class CodingPlace {
  /// As everywhere in plain data.
  static let maximumDepth = 200

  private let parent: CodingPlace?
  private let step: CodingStep?
  /// How many containers this place lies in.
  final let depth: Int

  init(in parent: CodingPlace? = nil, at step: CodingStep? = nil) {
    self.parent = parent
    self.step = step
    depth = parent.map { $0.depth + 1 } ?? 0
  }

  /// For types that make their coding depend on the coder; nothing here does.
  final var userInfo: [CodingUserInfoKey: Any] { [:] }
  final var codingPath: [any CodingKey] { steps }

  private final var steps: [CodingStep] { (parent?.steps ?? []) + (step.map { [$0] } ?? []) }

  final func error(_ problem: String, at step: CodingStep? = nil, isMissing: Bool = false) -> ValueCodingError {
    ValueCodingError(problem, at: steps + (step.map { [$0] } ?? []), isMissing: isMissing)
  }

  final var tooDeep: ValueCodingError { error("is nested deeper than \(Self.maximumDepth) tables") }

  /// What a type's own coding threw, as an error of this place.
  final func error(from thrown: any Error) -> ValueCodingError {
    switch thrown {
    case let own as ValueCodingError: own
    case DecodingError.dataCorrupted(let context), DecodingError.keyNotFound(_, let context),
      DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      ValueCodingError(context.debugDescription, at: context.codingPath.map { CodingStep($0) })
    case EncodingError.invalidValue(_, let context):
      ValueCodingError(context.debugDescription, at: context.codingPath.map { CodingStep($0) })
    default: error("\(thrown)")
    }
  }
}
