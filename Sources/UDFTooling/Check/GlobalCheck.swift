import LuaRuntime
import LuaSyntax
import UDFHost

/// Files share nothing but what they return: a global that a file reads is one of the sandbox, and none is written.
enum GlobalCheck {
  /// What the sandbox has, of the names that are asked for.
  typealias Known = ([String]) throws(HostError) -> Set<String>

  /// Names that Lua has, to suggest them.
  private static let stock = [
    "assert", "coroutine", "debug", "error", "getmetatable", "ipairs", "load", "math", "next", "os", "pairs", "pcall",
    "print",
    "rawequal", "rawget", "rawlen", "rawset", "require", "select", "setmetatable", "string", "table", "tonumber",
    "tostring",
    "type", "utf8", "xpcall",
  ]

  static func findings(in program: LuaProgram, known: Known) throws(HostError) -> [Finding] {
    var reads: [(file: LuaFile, name: String, position: SourcePosition)] = []
    var writes: [Finding] = []
    for file in program.all {
      var written: [String: SourcePosition] = [:]
      var read: [(String, SourcePosition)] = []
      file.chunk.block.walk { node in
        switch node {
        case .statement(let statement):
          for case .global(let name) in statement.targets.map(\.kind) where written[name] == nil {
            written[name] = statement.position
          }
        case .expression(let expression):
          if case .global(let name) = expression.kind { read.append((name, expression.position)) }
        }
      }
      writes += written.map { name, position in
        file.finding(
          "global", at: position, "the global \(name) is written: files share nothing but what they return",
          "To fix this, write: local \(name) = …")
      }
      reads += read.filter { written[$0.0] == nil }.map { (file, $0.0, $0.1) }
    }
    let known = try known(Set(reads.map(\.name)).union(stock).sorted())
    return writes
      + reads.filter { !known.contains($0.name) }.map { file, name, position in
        let local = file.chunk.locals.map(\.name).filter { $0.count > 2 }
        let hint = suggestion(for: name, among: known.sorted() + local).map { " Did you mean \"\($0)\"?" } ?? ""
        return file.finding(
          "global", at: position, "there is no global \(name), so this is nil.\(hint)")
      }
  }
}

extension Statement {
  /// What it assigns to.
  fileprivate var targets: [Expression] {
    switch kind {
    case .assign(let targets, _): targets
    case .function(let target, _): [target]
    default: []
    }
  }
}
