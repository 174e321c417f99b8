import Foundation

/// The codes of errors in the sources. A code is a string literal after `code:` or `code =`, or a case of an enum `Code`.
struct SourceCodes {
  /// Codes by target.
  private(set) var literals: [String: Set<String>] = [:]
  /// The codes that `udfhost check` gives to its findings.
  private(set) var findings: Set<String> = []
  /// The cases of enums of codes by the name of the type.
  private(set) var cases: [String: Set<String>] = [:]
  /// Codes that are neither a literal nor passed on, as `file: text`.
  private(set) var unknown: [String] = []

  init() throws {
    let sources = URL(filePath: #filePath).appending(path: "../../../../Sources").standardized
    for case let file as URL in FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil) ?? .init()
    where file.pathExtension == "swift" {
      let path = String(file.path.dropFirst(sources.path.count + 1))
      read(try String(contentsOf: file, encoding: .utf8), target: String(path.prefix { $0 != "/" }), path: path)
    }
  }

  private mutating func read(_ text: String, target: String, path: String) {
    let code = text.replacing(#/(?m)^ *\/\/.*$/#, with: "")
    func add(_ part: some StringProtocol, _ pattern: Regex<(Substring, Substring)>) {
      literals[target, default: []].formUnion(String(part).matches(of: pattern).map { String($0.1) })
    }
    add(code, #/\Wcode = "(\w+)"/#)
    add(code, #/\Wmisuse\(\s*"(\w+)"/#)
    for match in code.matches(of: #/\Wcode: +([^,)\n]+)/#) {
      add(match.1, #/"(\w+)"/#)
      let isType = match.1.wholeMatch(of: #/[A-Z]\w*\??( =.*)?( \{.*)?/#) != nil
      let isPassedOn = match.1.contains(#/^(\w+\.)?code(\W|$)/#) || match.1.hasPrefix("HostError.code(of:")
      if !isType, !isPassedOn, !match.1.contains("\"") { unknown.append("\(path): \(match.1)") }
    }
    // A function or a statement that chooses a code has it in each of its cases.
    for match in code.matches(of: #/\n(?<indent> *).*(func code\(.*-> String \{|let \(code, text\) =)\n/#) {
      let rest = code[match.range.upperBound...]
      let body = rest.prefix(upTo: rest.firstRange(of: "\n\(match.indent)}")?.lowerBound ?? rest.endIndex)
      add(body.prefix(upTo: body.firstRange(of: "\n\n")?.lowerBound ?? body.endIndex), #/: \(?"(\w+)"/#)
    }
    if path.hasPrefix("UDFTooling/Check/") {
      for match in code.matches(of: #/\Wfind(?:ing)?\(\s*"(\w+)"/#) { findings.insert(String(match.1)) }
      for match in code.matches(of: #/\.warning, "(\w+)"/#) { findings.insert(String(match.1)) }
    }
    for match in code.matches(of: #/enum (?<name>Code|ExitCode): (?<body>[^}]*)\}/#) {
      let type = path.split(separator: "/").last?.split(separator: ".").first ?? ""
      let names = match.body.matches(of: #/case (\w+)(?: = (\d+))?/#).map { String($0.2 ?? $0.1) }
      cases[String(type), default: []].formUnion(names)
    }
  }
}
