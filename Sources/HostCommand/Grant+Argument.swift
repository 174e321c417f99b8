import ArgumentParser
import UDFHost
import UDFServices

extension Grant {
  /// Parses `files=PATH`, `env=NAME` or `hosts=PATTERN`.
  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else {
      throw ValidationError("--grant: must be KIND=VALUE, got \(argument)")
    }
    guard let kind = Kind(rawValue: String(parts[0])) else {
      let kinds = Kind.allCases.map(\.rawValue)
      let hint =
        suggestion(for: String(parts[0]), among: kinds).map { ". Did you mean \"\($0)\"?" } ?? ""
      throw ValidationError(
        "--grant: the kind must be \(kinds.joined(separator: ", ")), got \(parts[0])\(hint)")
    }
    let value = String(parts[1])
    // Paths on the command line are relative to the working folder.
    let isElsewhere = kind == .files && !value.hasPrefix("/") && value != "~" && !value.hasPrefix("~/")
    self.init(kind, isElsewhere ? "\(AppFile.currentFolder)/\(value)" : value)
  }
}
