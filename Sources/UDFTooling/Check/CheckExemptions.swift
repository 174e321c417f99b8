import LuaSyntax

/// Files of third parties, in which the check reports nothing: those that start with the comment `-- check: off`, and
/// those that `checkOff` of `udf.app` names. Errors that prevent the app from loading are reported for them too.
struct CheckExemptions {
  private let files: Set<String>

  init(_ program: LuaProgram, _ declarations: [Declaration]) {
    let places = declarations.first { $0.kind == "app" }?["checkOff"]?.expression.listedTexts ?? []
    let exempt = program.all.filter { file in
      CheckExemptions.isTurnedOff(file.source) || places.contains { file.name == $0 || file.name.hasPrefix($0 + "/") }
    }
    files = Set(exempt.map(\.name))
  }

  func cover(_ finding: Finding) -> Bool {
    !["load", "syntax"].contains(finding.error.code) && finding.error.file.map(files.contains) ?? false
  }

  /// Whether the comment is among the first lines that are empty or comments.
  private static func isTurnedOff(_ source: [UInt8]) -> Bool {
    for line in source.split(separator: 10, omittingEmptySubsequences: true) {
      let text = String(decoding: line.prefix(80), as: UTF8.self)
      if text.wholeMatch(of: /--\s*check:\s*off\s*/) != nil { return true }
      if !text.hasPrefix("--") && !text.hasPrefix("#!") && text.contains(where: { !$0.isWhitespace }) { return false }
    }
    return false
  }
}

extension Expression {
  /// The texts of a list, each without a final slash.
  fileprivate var listedTexts: [String] {
    guard case .table(let fields) = kind else { return [] }
    return fields.compactMap { field in
      guard case .item(let value) = field, let text = value.text else { return nil }
      return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
  }
}
