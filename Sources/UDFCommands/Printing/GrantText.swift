import LuaRuntime
import LuaSyntax
import UDFHost
import UDFServices

/// Describes the grants that an app requests. The texts come from the app's author, so they are quoted and escaped
/// unless they are plain names.
package struct GrantText {
  private static let verbs = [
    (Grant.Kind.files, "to read and write"), (.hosts, "to reach"), (.env, "to read the variable"),
  ]
  /// The grants in the order in which the text names them.
  private let grants: [Grant]
  /// The user's home folder, nil if it is unknown.
  private let home: String?

  package init(_ grants: [Grant], home: String? = nil) {
    self.grants = GrantText.verbs.flatMap { kind, _ in grants.filter { $0.kind == kind } }
    self.home = home
  }

  /// `to read and write ~/Documents and to reach api.example.com:443`
  package var words: String {
    GrantText.list(
      GrantText.verbs.compactMap { kind, verb in
        let values = grants.filter { $0.kind == kind }.map(shown)
        let noun = kind == .env && values.count > 1 ? "s" : ""
        return values.isEmpty ? nil : "\(verb)\(noun) \(GrantText.list(values))"
      })
  }

  /// A warning for each request that covers more than its text suggests.
  package var cautions: [String] {
    grants.compactMap { grant in
      reach(of: grant).map { "  Caution: \(shown(grant)) is \($0)." }
    }
  }

  /// The command-line options that give these grants.
  package var options: String {
    grants.map { "--grant \(GrantText.argument("\($0.kind.rawValue)=\($0.value)"))" }.joined(separator: " ")
  }

  private func reach(of grant: Grant) -> String? {
    switch grant.kind {
    case .files where grant.value == "/": return "every file on this machine that you may read or write"
    case .files where grant.value == home: return "your whole home folder, with your keys, passwords and settings"
    case .files where home?.hasPrefix(grant.value + "/") ?? false: return "a folder that your home folder is in"
    case .hosts:
      let host = grant.value.prefix { $0 != ":" }
      if host == "*" { return "every server, on the internet, in your network and on this machine" }
      // Anyone can register a domain below a top-level domain.
      if host.hasPrefix("*."), !host.dropFirst(2).contains(".") { return "every server below \(host.dropFirst(2))" }
      return nil
    default: return nil
    }
  }

  private func shown(_ grant: Grant) -> String {
    var value = grant.value
    if grant.kind == .files, let home, value == home || value.hasPrefix(home + "/") {
      value = "~" + value.dropFirst(home.count)
    }
    return GrantText.quoted(value)
  }

  /// Returns a plain text unchanged, and any other text in quotes, with escapes for invisible characters.
  package static func quoted(_ text: String) -> String {
    let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:*~@%+[]"
    if !text.isEmpty, text.utf8.allSatisfy(plain.utf8.contains) { return text }
    return LuaText.quoted(text).unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .format ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined()
  }

  /// Returns a text as one argument of a shell command.
  package static func argument(_ text: String) -> String {
    let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@%+="
    if text.utf8.allSatisfy(plain.utf8.contains) { return text }
    // In `$'…'` a shell interprets the same escapes as Lua.
    if text.unicodeScalars.contains(where: \.commandsTerminal) {
      return "$'\(LuaText.quoted(text).dropFirst().dropLast())'"
    }
    return "'\(text.replacing("'", with: "'\\''"))'"
  }

  private static func list(_ parts: [String]) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }
}
