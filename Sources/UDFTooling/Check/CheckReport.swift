import UDFHost

/// What ``AppCheck`` has found.
public struct CheckReport: Sendable, Equatable {
  /// How many files were looked at.
  public var files: Int
  /// In the order of files and lines.
  public var findings: [Finding]

  public init(files: Int, findings: [Finding]) {
    self.files = files
    self.findings = findings
  }

  public var errors: Int { findings.count { $0.severity == .error } }
  public var warnings: Int { findings.count { $0.severity == .warning } }
}
