/// The parts of one type, by their keys.
final class PartGroup<Whole, Key: Hashable, Part>: PartBranch {
  /// Calls the function with each node and its part; nil if the state does not have it.
  typealias Visit = (Whole, [Key: PartNode], (PartNode, Part?) -> Void) -> Void

  private let visit: Visit
  private var nodes: [Key: PartNode] = [:]

  init(_ visit: @escaping Visit) { self.visit = visit }

  override subscript(key: AnyHashable) -> PartNode? {
    get { (key as? Key).flatMap { nodes[$0] } }
    set { if let key = key as? Key { nodes[key] = newValue } }
  }

  override var isEmpty: Bool { nodes.isEmpty }

  override func collectAbsent<State>(in whole: State, _ absent: inout [EffectID]) {
    // A hand-written composition may leave a step from another state.
    guard State.self == Whole.self else { return }
    visit(unsafeBitCast(whole, to: Whole.self), nodes) { node, part in
      if let part { node.collectAbsent(in: part, &absent) } else { node.collectAll(&absent) }
    }
  }

  override func collectAll(_ all: inout [EffectID]) { for node in nodes.values { node.collectAll(&all) } }
}
