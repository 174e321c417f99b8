/// A step from a state to one of its parts: to a member, an optional, an element or a screen.
///
/// A reducer makes the step once. All effects of the same collection share it, so that their parts are found together.
///
/// Unchecked, because a store calls its functions only on its owner.
@usableFromInline final class PartStep: @unchecked Sendable {
  /// The key of a part that always exists.
  static var always: AnyHashable { AnyHashable(true) }

  let makeBranch: () -> PartBranch

  private init<Whole, Key: Hashable, Part>(visiting visit: @escaping PartGroup<Whole, Key, Part>.Visit) {
    makeBranch = { PartGroup<Whole, Key, Part>(visit) }
  }

  /// A step to a part that is found directly by its key.
  convenience init<Whole, Key: Hashable, Part>(_ part: @escaping (Whole, Key) -> Part?) {
    self.init { (whole: Whole, nodes: [Key: PartNode], body) in
      for (key, node) in nodes { body(node, part(whole, key)) }
    }
  }

  /// A step to a member.
  @usableFromInline convenience init<Whole, Part>(_ member: KeyPath<Whole, Part>) {
    self.init { (whole: Whole, _: Bool) in whole[keyPath: member] }
  }

  /// A step to an element of a list, which is found at its former position, or otherwise in one pass for all elements.
  convenience init<Whole, Key: Hashable, Part>(_ elements: KeyPath<Whole, [Part]>, id: @escaping (Part) -> Key) {
    self.init { (whole: Whole, nodes: [Key: PartNode], body) in
      let list = whole[keyPath: elements]
      if !nodes.allSatisfy({ list.indices.contains($1.position) && id(list[$1.position]) == $0 }) {
        for node in nodes.values { node.position = -1 }
        for (position, element) in list.enumerated() {
          if let node = nodes[id(element)], node.position < 0 { node.position = position }
        }
      }
      for node in nodes.values { body(node, node.position < 0 ? nil : list[node.position]) }
    }
  }
}
