/// The parts of a store's state that have effects. Its structure is that of the state, so that one pass over the state
/// finds all parts that no longer exist.
struct PartTree {
  private var presences: [EffectID: Presence] = [:]
  private let root = PartNode()

  var isEmpty: Bool { presences.isEmpty }

  mutating func insert(_ id: EffectID, _ presence: Presence) {
    remove(id)
    presences[id] = presence
    root.insert(id, presence.steps[...])
  }

  mutating func remove(_ id: EffectID) {
    if let presence = presences.removeValue(forKey: id) { root.remove(id, presence.steps[...]) }
  }

  /// Returns the ids of the parts that the state does not have.
  func absent<State>(from state: State) -> [EffectID] {
    var absent: [EffectID] = []
    root.collectAbsent(in: state, &absent)
    return absent
  }
}
