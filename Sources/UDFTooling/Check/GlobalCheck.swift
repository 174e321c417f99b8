import LuaRuntime
import LuaSyntax
import UDFHost

/// Checks global variables and fields of Lua's libraries: a file may only read those that the sandbox has, and must not
/// write any, because files share only their return values.
enum GlobalCheck {
  /// Returns, for each requested name (`print`, `io.open`), true if the sandbox has it, or the reason why it does not.
  typealias Known = ([String]) throws(HostError) -> Record

  /// Lua's globals, for suggestions.
  private static let stock = [
    "assert", "coroutine", "debug", "error", "getmetatable", "io", "ipairs", "load", "math", "next", "os", "package",
    "pairs",
    "pcall",
    "print",
    "rawequal", "rawget", "rawlen", "rawset", "require", "select", "setmetatable", "string", "table", "tonumber",
    "tostring",
    "type", "utf8", "warn", "xpcall",
  ]

  static func findings(in program: LuaProgram, known: Known) throws(HostError) -> [Finding] {
    var reads: [(file: LuaFile, name: String, position: SourcePosition)] = []
    var writes: [Finding] = []
    for file in program.all {
      var written: [String: SourcePosition] = [:]
      var read: [(String, SourcePosition)] = []
      var tested: Set<String> = []
      file.chunk.block.walk { node in
        switch node {
        case .statement(let statement):
          tested.formUnion(statement.conditions.flatMap(\.tested).compactMap(\.sandboxName))
          for name in statement.targets.compactMap(\.sandboxName) where written[name] == nil {
            written[name] = statement.position
          }
        case .expression(let expression):
          tested.formUnion(expression.mayBeNil.compactMap(\.sandboxName))
          if let name = expression.sandboxName { read.append((name, expression.position)) }
        }
      }
      // A file may add fields to its own copy of a library.
      writes += written.filter { !$0.key.contains(".") }.map { name, position in
        file.finding(
          "global", at: position, "the global \(name) is written: files share only what they return",
          "To fix this, write: local \(name) = …")
      }
      // A file that tests for a global can work without it.
      reads += read.filter { written[$0.0] == nil && !tested.contains($0.0) }.map { (file, $0.0, $0.1) }
    }
    let known = try known(Set(reads.map(\.name)).union(stock).sorted())
    let names = known.filter { $0.value == true }.map(\.key)
    return writes
      + reads.filter { known[$0.name] != true }.map { file, name, position in
        if let reason = known[name].text { return file.finding("global", at: position, reason) }
        let isField = name.contains(".")
        let local = file.chunk.locals.map(\.name).filter { $0.count > 2 }
        let hint =
          suggestion(for: name, among: names.filter { $0.contains(".") == isField } + local).map {
            " Did you mean \"\($0)\"?"
          } ?? ""
        let what = isField ? name : "global \(name)"
        return file.finding("global", at: position, "there is no \(what), so this is nil.\(hint)")
      }
  }
}

/// Lua's libraries. Each file has its own copy.
private let libraries: Set = ["coroutine", "debug", "io", "math", "os", "string", "table", "utf8"]

extension Expression {
  /// The name of a global, or of a field of a Lua library: `print`, `io.open`.
  fileprivate var sandboxName: String? {
    switch kind {
    case .global(let name): name
    case .index(let base, let key):
      if case .global(let library) = base.kind, libraries.contains(library), let name = key.text, name.isName {
        "\(library).\(name)"
      } else {
        nil
      }
    default: nil
    }
  }

  /// The parts of a condition that are only tested for existence.
  fileprivate var tested: [Expression] {
    switch kind {
    case .binary(.or, let left, let right), .binary(.and, let left, let right): left.tested + right.tested
    case .unary(.not, let operand), .single(let operand): operand.tested
    default: [self]
    }
  }

  /// The parts that may be nil here without an error, such as both of `table.unpack or unpack` and the first of `io and
  /// io.stdout`.
  fileprivate var mayBeNil: [Expression] {
    switch kind {
    case .binary(.or, let left, let right): [left, right]
    case .binary(.and, let left, _): [left]
    case .binary(.equal, let left, let right), .binary(.unequal, let left, let right):
      left.kind == .absent ? [right] : right.kind == .absent ? [left] : []
    case .unary(.not, let operand): [operand]
    case .call(let callee, let arguments) where callee.kind == .global("type"): arguments
    default: []
    }
  }
}

extension Statement {
  /// The conditions that a statement evaluates before its blocks.
  fileprivate var conditions: [Expression] {
    switch kind {
    case .branches(let branches): branches.compactMap(\.condition)
    case .whileLoop(let condition, _): [condition]
    default: []
    }
  }
}
