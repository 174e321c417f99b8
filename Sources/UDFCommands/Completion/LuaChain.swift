/// A chain of field accesses such as `state.cart.items[1]`, which is parsed backwards from its end.
struct LuaChain {
  /// The first name; nil if the tokens are not such a chain.
  private(set) var root: String?
  /// The keys after the root as a path of the host, `cart.items[1]`.
  private(set) var path = ""
  /// The names after the root. Positions and quoted keys are only in `path`.
  private(set) var names: [String] = []

  /// The source text: `it.rows[1]`; nil if the tokens are not such a chain.
  var text: String? {
    root.map { path.isEmpty || path.hasPrefix("[") ? $0 + path : "\($0).\(path)" }
  }

  init(endingBefore end: Int, in tokens: [LuaToken]) {
    var index = end - 1
    while index >= 0 {
      switch tokens[index] {
      case .name(let name):
        guard index > 0, tokens[index - 1] == .symbol(".") else {
          root = name
          if path.hasPrefix(".") { path.removeFirst() }
          return
        }
        names.insert(name, at: 0)
        path = ".\(name)\(path)"
        index -= 2
      case .symbol("]"):
        guard index >= 2, tokens[index - 2] == .symbol("[") else { return }
        switch tokens[index - 1] {
        case .string(let key, isClosed: true): path = "[\"\(key)\"]\(path)"
        case .number(let position): path = "[\(position)]\(path)"
        default: return
        }
        index -= 3
      default:
        return
      }
    }
  }
}
