/// A part of a state in the tree of the parts with effects.
final class PartNode {
  /// The last position of the part in its list; negative if it is absent.
  var position = 0
  private var ids: Set<EffectID> = []
  private var branches: [ObjectIdentifier: PartBranch] = [:]

  var isEmpty: Bool { ids.isEmpty && branches.isEmpty }

  func insert(_ id: EffectID, _ steps: ArraySlice<Presence.Step>) {
    guard let step = steps.first else {
      ids.insert(id)
      return
    }
    let branch = branches[ObjectIdentifier(step.from)] ?? step.from.makeBranch()
    branches[ObjectIdentifier(step.from)] = branch
    let node = branch[step.key] ?? PartNode()
    branch[step.key] = node
    node.insert(id, steps.dropFirst())
  }

  func remove(_ id: EffectID, _ steps: ArraySlice<Presence.Step>) {
    guard let step = steps.first else {
      ids.remove(id)
      return
    }
    guard let branch = branches[ObjectIdentifier(step.from)], let node = branch[step.key] else { return }
    node.remove(id, steps.dropFirst())
    if node.isEmpty { branch[step.key] = nil }
    if branch.isEmpty { branches[ObjectIdentifier(step.from)] = nil }
  }

  /// Appends the ids of parts that this part does not have.
  func collectAbsent<Part>(in part: Part, _ absent: inout [EffectID]) {
    for branch in branches.values { branch.collectAbsent(in: part, &absent) }
  }

  /// Appends the ids of this part and of all parts in it.
  func collectAll(_ all: inout [EffectID]) {
    all += ids
    for branch in branches.values { branch.collectAll(&all) }
  }
}
