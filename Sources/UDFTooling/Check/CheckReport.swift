import UDFHost
import UDFServices

/// The result of ``AppCheck``.
public struct CheckReport: Sendable, Equatable {
  /// The number of files that were checked.
  public var files: Int
  /// The findings in the order of files and lines.
  public var findings: [Finding]
  /// The grants that the app requests; empty for an app that does not load.
  public var grants: [Grant]

  public init(files: Int, findings: [Finding], grants: [Grant] = []) {
    self.files = files
    self.findings = findings
    self.grants = grants
  }

  public var errors: Int { findings.count { $0.severity == .error } }
  public var warnings: Int { findings.count { $0.severity == .warning } }
}
