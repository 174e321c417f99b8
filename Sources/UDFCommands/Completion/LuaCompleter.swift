import LuaRuntime
import UDFHost
import UDFTooling

/// Completes Lua from the tokens before the cursor.
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

  /// Whether a complete value precedes the cursor, so that only an operator can follow.
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
    if root == "view", chain.path.isEmpty { return source.features.filter(\.hasView).map(\.name) }
    if root == "computed" {
      if chain.path.isEmpty { return source.features.filter { !$0.computed.isEmpty }.map(\.name) }
      if chain.path == chain.names[0] { return feature[chain.path]?.computed ?? [] }
    }
    if root == "view" || root == "computed" {
      return source.derived(at: "\(root).\(chain.path)").filter(LuaName.isValid)
    }
    if root == "services" {
      return chain.names.isEmpty ? source.services.map(\.name) : methods(of: chain.names).map(\.name)
    }
    if root == "udf" { return chain.names.isEmpty ? source.library : [] }
    if root == "nav", source.flow != nil { return chain.names.isEmpty ? source.navigation : [] }
    guard let feature = feature[root] else { return source.members(of: chain.text ?? "").filter(LuaName.isValid) }
    if chain.names.isEmpty { return feature.actions.map(\.name) + ["make"] }
    return chain.names == ["make"] ? feature.actions.map(\.name) : []
  }

  private func methods(of names: some Collection<String>) -> [ServiceInfo.Method] {
    names.count == 1 ? source.services.first { $0.name == names.first }?.methods ?? [] : []
  }

  // MARK: Elsewhere

  private var inExpression: [String] {
    if let keys = payloadKeys { return keys }
    if let choices = choices(before: before.count - 1) { return choices.map { "\"\($0)\"" } }
    if before.last == .symbol("["), let positions { return positions }
    return source.features.map(\.name) + Word.all.map(\.name).filter { $0 != "nav" || source.flow != nil } + ["udf"]
  }

  /// The positions of a list in the state, which the source returns as `[1]`.
  private var positions: [String]? {
    let chain = LuaChain(endingBefore: before.count - 1, in: before)
    guard chain.root == "state" else { return nil }
    return source.keys(at: chain.path).filter { $0.hasPrefix("[") }.map { String($0.dropFirst()) }
  }

  /// The keys that can start here, `sku=`, if a field of an action's table starts here; nil otherwise.
  private var payloadKeys: [String]? {
    guard let last = before.last, [.symbol("{"), .symbol(","), .symbol(";")].contains(last),
      let open = openBrace, let fields = fields(ofCallBefore: open)
    else { return nil }
    let used = usedKeys(after: open)
    return fields.filter { !used.contains($0) }.map { $0 + "=" }
  }

  /// The innermost open bracket, if it is a brace.
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

  /// The values that a field can have, `"open"`, if the equals sign at `position` follows a key in the table of an
  /// action or event.
  private func choices(before position: Int) -> [String]? {
    guard position > 0, before[position] == .symbol("="), case .name(let key) = before[position - 1],
      let open = openBrace, let field = declared(before: open)?.first(where: { $0.name == key }), !field.choices.isEmpty
    else { return nil }
    return field.choices
  }

  /// The declared fields of the action whose table starts at `brace`.
  private func declared(before brace: Int) -> [ActionInfo.Field]? {
    let end = brace > 0 && before[brace - 1] == .symbol("(") ? brace - 1 : brace
    let chain = LuaChain(endingBefore: end, in: before)
    if chain.root == "dispatch", chain.names.isEmpty { return dispatched(after: brace)?.fields }
    if let event = event(before: brace) { return source.action(ofEvent: event).flatMap(action)?.fields }
    let names = chain.names.first == "make" ? Array(chain.names.dropFirst()) : chain.names
    guard let root = chain.root, names.count == 1 else { return nil }
    return feature[root]?.actions.first { $0.name == names[0] && $0.declared }?.fields
  }

  private func action(_ type: String) -> ActionInfo? {
    source.features.lazy.flatMap(\.actions).first { $0.fullName == type }
  }

  /// The event whose fields follow `brace`: `event("cart.tap", {`.
  private func event(before brace: Int) -> String? {
    guard brace > 3, before[brace - 1] == .symbol(","), case .string(let name, isClosed: true) = before[brace - 2],
      before[brace - 3] == .symbol("("), before[brace - 4] == .name("event")
    else { return nil }
    return name
  }

  private func fields(ofCallBefore brace: Int) -> [String]? {
    let end = brace > 0 && before[brace - 1] == .symbol("(") ? brace - 1 : brace
    let chain = LuaChain(endingBefore: end, in: before)
    if let event = event(before: brace), source.action(ofEvent: event) == nil {
      let fields = source.fields(ofEvent: event)
      return fields.isEmpty ? nil : fields
    }
    guard let root = chain.root else { return declared(before: brace)?.map(\.name) }
    if root == "dispatch", chain.names.isEmpty {
      return ["type"] + (dispatched(after: brace)?.fields.map(\.name) ?? [])
    }
    if root == "services" {
      return methods(of: chain.names.dropLast()).first { $0.name == chain.names.last }?.parameters
    }
    return declared(before: brace)?.map(\.name)
  }

  private func dispatched(after brace: Int) -> ActionInfo? {
    for index in before.indices.dropFirst(brace + 1).dropLast(2) where before[index] == .name("type") {
      guard before[index + 1] == .symbol("="), case .string(let type, _) = before[index + 2] else { continue }
      return action(type)
    }
    return nil
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
    if let choices = choices(before: before.count - 1) { return choices.map { $0 + "\"" } }
    if last == .symbol("="), before.dropLast().last == .name("type"), openBrace != nil {
      return source.features.flatMap { $0.actions.map { $0.fullName + "\"" } }
    }
    return []
  }
}
