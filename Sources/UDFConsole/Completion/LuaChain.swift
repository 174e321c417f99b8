/// A run of field accesses such as `state.cart.items[1]`, read backwards from where it ends.
struct LuaChain {
  /// The first name, nil if what stands there is no such run.
  private(set) var root: String?
  /// The keys after the root as a path that the host understands, `cart.items[1]`.
  private(set) var path = ""
  /// The names after the root; positions and quoted keys are in `path` only.
  private(set) var names: [String] = []

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
