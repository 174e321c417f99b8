import LuaSyntax
import UDFHost
import UDFTooling

/// Warns about names that have no value, which are probably misspelt.
extension Interpreter {
  /// Warns about a line that is only a name, `state.cart.total` or `total`, without a value, and about variables that the line passes
  /// on.
  func doubt(_ source: String, _ values: [Value]) {
    guard values == [.none] else { return doubtNames(in: source) }
    guard let expression = (try? Chunk("return \(source)".utf8))?.onlyValue else { return doubtNames(in: source) }
    if let keys = expression.stateKeys, !keys.isEmpty { return doubt(Path(keys), .none, ifLikely: true) }
    if case .global(let name) = expression.kind { return doubt(variable: name) }
    doubtNames(in: source)
  }

  /// Warns about the first variable without a value that is an argument, a field or an assigned value.
  func doubtNames(in source: String) {
    guard let chunk = (try? Chunk("return \(source)".utf8)) ?? (try? Chunk(source.utf8)) else { return }
    let names = chunk.block.globalsAsValues.filter { host.promptKeys(of: "{ value = \($0) }").isEmpty }
    if let name = names.first { doubt(variable: name) }
  }

  /// The call of the action that a line names by its type: `cart.add{ … }` for `cart/add{ … }`; nil for other lines.
  func sentByType(in source: String) -> String? {
    guard let type = source.firstMatch(of: #/^\s*([A-Za-z_]\w*)/([A-Za-z_]\w*)\s*([({]|$)/#),
      host.loadedApp.known.contains("\(type.1)/\(type.2)")
    else { return nil }
    return "\(type.1).\(type.2){ … }"
  }

  private func doubt(variable name: String) {
    // `it` has no value at first.
    guard !Word.all.contains(where: { $0.name == name }) else { return }
    let meant = suggestion(for: name, among: host.features.map(\.name) + Word.all.map(\.name))
    let hint = meant.map { "Did you mean \"\($0)\"?" } ?? "A local variable ends with its line."
    reporter.report(.log(level: "warning", message: "there is no variable \"\(name)\". \(hint)", fields: [:]))
  }

  /// Warns about a value that is nil, because the path is probably mistyped.
  ///
  /// - Parameter ifLikely: whether to warn about a missing key below the fields of a feature only if a similar key exists,
  ///   because a map may just not have it.
  func doubt(_ path: Path, _ value: Value, ifLikely: Bool = false) {
    guard value == .none else { return }
    for (depth, key) in path.keys.enumerated() {
      guard case .key(let name) = key, depth > 0 || !["view", "computed"].contains(name) else { continue }
      let parent = Path(Array(path.keys[..<depth]))
      let names = depth == 0 ? host.features.map(\.name) : (try? ObservedPlace("\(parent)").names(in: host)) ?? []
      if names.isEmpty { continue }
      let known = names + (host.loadedApp.features.first { parent.keys == [.key($0.name)] }?.secrets ?? [])
      if known.contains(name) { continue }
      if depth > 1, ifLikely, suggestion(for: name, among: known) == nil { return }
      let owner = depth == 0 ? "state" : "\(parent)"
      let message = "\(owner) has no \"\(name)\" now.\(didYouMean(name, among: known))"
      return reporter.report(.log(level: "warning", message: message, fields: [:]))
    }
  }
}

extension Chunk {
  /// The expression that the chunk returns; nil if it does something else.
  fileprivate var onlyValue: Expression? {
    guard block.statements.count == 1, case .answer(let values) = block.statements[0].kind, values.count == 1 else {
      return nil
    }
    return values[0]
  }
}

extension Expression {
  /// The keys of a place in the state, `state.cart["total"]`; nil for another expression.
  fileprivate var stateKeys: [PathKey]? {
    switch kind {
    case .global("state"): return []
    case .index(let table, let key):
      guard let keys = table.stateKeys else { return nil }
      if let text = key.text { return keys + [.key(text)] }
      if case .integer(let number) = key.kind { return keys + [.index(Int(number))] }
      return nil
    default: return nil
    }
  }
}

extension Block {
  /// The global variables that the block passes on as they are, without those that it assigns. None if it has functions, which may
  /// run when other variables exist.
  fileprivate var globalsAsValues: [String] {
    var (names, assigned, hasFunctions) = ([String](), Set<String>(), false)
    func globals(_ expressions: [Expression]) -> [String] {
      expressions.compactMap { if case .global(let name) = $0.kind { name } else { nil } }
    }
    walk { node in
      switch node {
      case .statement(let statement):
        switch statement.kind {
        case .local(_, let values): names += globals(values)
        case .assign(let targets, let values):
          names += globals(values)
          assigned.formUnion(globals(targets))
        case .function, .localFunction: hasFunctions = true
        default: break
        }
      case .expression(let expression):
        switch expression.kind {
        case .call(_, let arguments), .method(_, _, let arguments): names += globals(arguments)
        case .table(let fields): names += globals(fields.map(\.value))
        case .function: hasFunctions = true
        default: break
        }
      }
    }
    return hasFunctions ? [] : names.filter { !assigned.contains($0) }
  }
}
