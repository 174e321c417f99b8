/// A change of a reload after which the history is empty, because earlier records belong to a state with another structure.
struct HistoryCut {
  /// The reason, as the object of "undo does not go back past".
  let boundary: String
  /// A line for the report of the reload.
  let note: String

  /// The cuts by a generation that is adopted next.
  ///
  /// - Parameter slices: the names of the present slices.
  static func all(by generation: Generation, after current: Generation?, slices: [String]) -> [HistoryCut] {
    let moved = generation.moved.keys.sorted().map { name in
      let isOfLua = [current, generation].contains { $0?.features.first { $0.name == name }?.home == .lua }
      let what = isOfLua ? "has moved between Lua and Swift with its state" : "has other options and kept its state"
      return HistoryCut(
        boundary: "the reload that \(isOfLua ? "moved" : "changed the options of") the feature \(name)",
        note: "feature \(name) \(what); the history is empty")
    }
    return moved
      + slices.filter { generation.moved[$0] == nil }.compactMap { name in
        if !generation.features.contains(where: { $0.name == name }) {
          return HistoryCut(
            boundary: "the reload that removed the feature \(name)",
            note: "feature \(name) was removed and its state parked; the history is empty")
        }
        guard generation.contents[name] != nil, generation.slices[name] == nil else { return nil }
        if name == FlowDefinition.feature {
          return HistoryCut(
            boundary: "the reload that renamed the start of the flow",
            note: "the start of the flow has another route and a new screen; the history is empty")
        }
        let versions = [current, generation].compactMap { $0?.features.first { $0.name == name }?.version }
        let range = versions.map(String.init).joined(separator: " to ")
        return HistoryCut(
          boundary: "the migration of the feature \(name)",
          note: "feature \(name) was migrated from version \(range); the history is empty")
      }
  }
}
