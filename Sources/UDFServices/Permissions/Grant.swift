import UDFNetwork

/// Something that scripts may reach beyond the app's folder.
public struct Grant: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    /// A file or folder.
    case files
    /// The name of an environment variable.
    case env
    /// A host and its ports, as in ``HostPatterns``.
    case hosts
  }

  public var kind: Kind
  public var value: String

  public init(_ kind: Kind, _ value: String) {
    self.kind = kind
    self.value = value
  }

  /// What is wrong with the value, nil if nothing is.
  package var problem: String? {
    guard kind == .hosts else { return nil }
    do throws(HostPatternError) {
      _ = try HostPatterns([value])
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// The error of a script that would need this, to `act`, and has it not.
  func missing(_ act: String) -> ServiceError {
    ServiceError(code: "notGranted", message: "\(value): scripts may not \(act); \(advice)")
  }

  /// How to give it.
  package var advice: String {
    "grant it with --grant \(kind.rawValue)=\(value), or in udf.app: grants = { \(kind.rawValue) = { \"\(value)\" } }"
  }
}
