import UDFNetwork

/// A permission outside of the app's folder that scripts have, or that an app requests.
public struct Grant: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    /// A file or folder. `~/` means the user's home folder. Another relative path starts at the app's folder.
    case files
    /// The name of an environment variable.
    case env
    /// A host and its ports, `api.example.com`, `*.example.com:443`, `127.0.0.1:*`.
    case hosts
  }

  public var kind: Kind
  public var value: String

  public init(_ kind: Kind, _ value: String) {
    self.kind = kind
    self.value = value
  }

  /// The problem with the value; nil if it is valid.
  package var problem: String? {
    guard !value.isEmpty, !value.utf8.contains(0) else { return "a value must be a text without zero bytes" }
    guard kind == .hosts else { return nil }
    do throws(HostPatternError) {
      _ = try HostPatterns([value])
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// The error of a script that lacks this grant; `act` is the refused operation, such as `read this variable`.
  func missing(_ act: String) -> ServiceError {
    ServiceError(code: "notGranted", message: "\(value): scripts may not \(act); \(advice)")
  }

  /// The text that explains how to give the grant.
  package var advice: String {
    "grant it with --grant \(kind.rawValue)=\(value), or with --allow-requested if udf.app asks for it: "
      + "grants = { \(kind.rawValue) = { \"\(value)\" } }"
  }
}
