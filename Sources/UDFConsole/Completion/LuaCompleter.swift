import UDFHost
import UDFTooling

/// Completion inside Lua, from the tokens before the cursor.
struct LuaCompleter<Source: CompletionSource> {
  let source: Source
  private let word: String
  /// The tokens before the word.
  private let before: [LuaToken]
  private let isInString: Bool
  private let isInComment: Bool

  init(source: Source, tokens: LuaTokens) {
    self.source = source
    isInComment = tokens.tokens.last == .openComment
    switch tokens.tokens.last {
    case .string(let content, isClosed: false):
      (word, isInString) = (content, true)
    case .name(let name) where !tokens.endsInSpace:
      (word, isInString) = (name, false)
    default:
      (word, isInString) = ("", false)
      before = tokens.tokens
      return
    }
    before = tokens.tokens.dropLast()
  }

  func complete() -> Completion {
    if isInComment || followsValue { return .none(word) }
    let candidates = isInString ? inString : before.last == .symbol(".") ? members : inExpression
    return Completion(
      word: word, candidates: candidates.filter { $0.hasPrefix(word) }, boundary: isInString ? .quote : .token)
  }

  /// Right after a value only an operator can come.
  private var followsValue: Bool {
    guard word.isEmpty, !isInString else { return false }
    switch before.last {
    case .number, .string, .symbol(")"), .symbol("]"), .symbol("}"): return true
    default: return false
    }
  }

  private var feature: [String: FeatureInfo] {
    Dictionary(source.features.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: After a dot

  private var members: [String] {
    let chain = LuaChain(endingBefore: before.count - 1, in: before)
    guard let root = chain.root else { return [] }
    if root == "state" { return source.keys(at: chain.path).filter(LuaName.isValid) }
    if root == "view" { return chain.names.isEmpty ? source.features.filter(\.hasView).map(\.name) : [] }
    if root == "computed" {
      if chain.names.isEmpty { return source.features.filter { !$0.computed.isEmpty }.map(\.name) }
      return chain.names.count == 1 ? feature[chain.names[0]]?.computed ?? [] : []
    }
    if root == "services" {
      return chain.names.isEmpty ? source.services.map(\.name) : methods(of: chain.names).map(\.name)
    }
    if root == "udf" { return chain.names.isEmpty ? source.library : [] }
    if root == "nav", source.flow != nil { return chain.names.isEmpty ? source.navigation : [] }
    guard let feature = feature[root] else { return [] }
    if chain.names.isEmpty { return feature.actions.map(\.name) + ["make"] }
    return chain.names == ["make"] ? feature.actions.map(\.name) : []
  }

  private func methods(of names: some Collection<String>) -> [ServiceInfo.Method] {
    names.count == 1 ? source.services.first { $0.name == names.first }?.methods ?? [] : []
  }

  // MARK: Elsewhere

  private var inExpression: [String] {
    if let keys = payloadKeys { return keys }
    if before.last == .symbol("["), let positions { return positions }
    return source.features.map(\.name) + Word.all.map(\.name).filter { $0 != "nav" || source.flow != nil } + ["udf"]
  }

  /// The positions of a list in the state, which the source gives as `[1]`.
  private var positions: [String]? {
    let chain = LuaChain(endingBefore: before.count - 1, in: before)
    guard chain.root == "state" else { return nil }
    return source.keys(at: chain.path).filter { $0.hasPrefix("[") }.map { String($0.dropFirst()) }
  }

  /// The keys that may stand here, `sku=`, if this is the start of a field in an action's table.
  private var payloadKeys: [String]? {
    guard let last = before.last, [.symbol("{"), .symbol(","), .symbol(";")].contains(last),
      let open = openBrace, let fields = fields(ofCallBefore: open)
    else { return nil }
    let used = usedKeys(after: open)
    return fields.filter { !used.contains($0) }.map { $0 + "=" }
  }

  /// The innermost bracket that is still open, if it is a brace.
  private var openBrace: Int? {
    var depth = 0
    for index in before.indices.reversed() {
      switch before[index] {
      case .symbol("}"), .symbol(")"), .symbol("]"): depth += 1
      case .symbol("{"), .symbol("("), .symbol("["):
        if depth == 0 { return before[index] == .symbol("{") ? index : nil }
        depth -= 1
      default: break
      }
    }
    return nil
  }

  private func fields(ofCallBefore brace: Int) -> [String]? {
    let end = brace > 0 && before[brace - 1] == .symbol("(") ? brace - 1 : brace
    let chain = LuaChain(endingBefore: end, in: before)
    guard let root = chain.root else { return nil }
    if root == "dispatch", chain.names.isEmpty { return ["type"] + dispatchedFields(after: brace) }
    if root == "services" {
      return methods(of: chain.names.dropLast()).first { $0.name == chain.names.last }?.parameters
    }
    let names = chain.names.first == "make" ? Array(chain.names.dropFirst()) : chain.names
    guard names.count == 1, let action = feature[root]?.actions.first(where: { $0.name == names[0] }) else {
      return nil
    }
    return action.declared ? action.fields.map(\.name) : nil
  }

  private func dispatchedFields(after brace: Int) -> [String] {
    for index in before.indices.dropFirst(brace + 1).dropLast(2) where before[index] == .name("type") {
      guard before[index + 1] == .symbol("="), case .string(let type, _) = before[index + 2] else { continue }
      let action = source.features.lazy.flatMap(\.actions).first { $0.fullName == type }
      return action?.fields.map(\.name) ?? []
    }
    return []
  }

  private func usedKeys(after brace: Int) -> Set<String> {
    var used: Set<String> = []
    for index in before.indices.dropFirst(brace + 1).dropLast() {
      if case .name(let name) = before[index], before[index + 1] == .symbol("=") { used.insert(name) }
    }
    return used
  }

  // MARK: In a string

  private var inString: [String] {
    guard let last = before.last else { return [] }
    if last == .symbol("[") {
      let chain = LuaChain(endingBefore: before.count - 1, in: before)
      guard chain.root == "state" else { return [] }
      return source.keys(at: chain.path).filter { !$0.hasPrefix("[") }.map { $0 + "\"]" }
    }
    if last == .name("event") || last == .symbol("(") && before.dropLast().last == .name("event") {
      return source.features.flatMap { feature in feature.events.map { "\(feature.name).\($0)\"" } }
        + (source.flow?.scenes ?? []).flatMap { scene in scene.events.map { "\(scene.name).\($0)\"" } }
    }
    if let flow = source.flow {
      let chain = LuaChain(endingBefore: before.count - (last == .symbol("(") ? 1 : 0), in: before)
      if chain.root == "nav" {
        return chain.names == ["open"] ? flow.routes.compactMap(\.linkStart) : flow.routes.map { $0.name + "\"" }
      }
    }
    if last == .symbol("="), before.dropLast().last == .name("type"), openBrace != nil {
      return source.features.flatMap { $0.actions.map { $0.fullName + "\"" } }
    }
    return []
  }
}
