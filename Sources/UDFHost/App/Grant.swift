/// Something that scripts may reach beyond the app's folder.
public struct Grant: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    /// A file or folder.
    case files
    /// The name of an environment variable.
    case env
  }

  public var kind: Kind
  public var value: String

  public init(_ kind: Kind, _ value: String) {
    self.kind = kind
    self.value = value
  }

  /// The error of a script that would need this, to `act`, and has it not.
  func missing(_ act: String) -> ServiceError {
    ServiceError(
      code: "notGranted",
      message: "\(value): scripts may not \(act); grant it with --grant \(kind.rawValue)=\(value), or in udf.app: "
        + "grants = { \(kind.rawValue) = { \"\(value)\" } }")
  }
}
