import UDFHost
import UDFTooling

/// Formats features: one line for each in the list, or all actions, events and effects of one.
package struct FeatureFormatter: Sendable {
  var palette: Palette

  package init(palette: Palette = .plain) {
    self.palette = palette
  }

  /// `cart   add{qty, sku} clear`
  package func summary(_ features: [FeatureInfo]) -> String {
    let width = features.map(\.name.count).max() ?? 0
    return features.map { feature in
      var line = palette.bold(feature.name.padded(to: width))
      line += "  " + feature.actions.map(Self.call).joined(separator: " ")
      if !feature.events.isEmpty {
        line += palette.dim("  · events ") + feature.events.joined(separator: " ")
      }
      if let sync = feature.sync { line += "\n" + "".padded(to: width) + "  " + described(sync) }
      return line
    }.joined(separator: "\n")
  }

  package func details(_ feature: FeatureInfo) -> String {
    let place = "\(feature.file):\(feature.line)\(feature.isNative ? " · native" : "")"
    var lines = ["\(palette.bold(feature.name))  \(palette.dim(place))"]
    for action in feature.actions {
      let fields = action.fields.map { "\($0.name) = \($0.type)" }.joined(separator: ", ")
      let effect = feature.effects.contains(action.fullName) ? palette.dim("  · has an effect") : ""
      lines.append("  \(feature.name).\(action.name)\(action.declared ? "{\(fields)}" : "{…}")\(effect)")
    }
    let others = feature.effects.filter { effect in !feature.actions.contains { $0.fullName == effect } }
    if !others.isEmpty { lines.append("  effects of other features' actions: \(others.joined(separator: ", "))") }
    if !feature.events.isEmpty { lines.append("  events: \(feature.events.joined(separator: ", "))") }
    if !feature.uses.isEmpty { lines.append("  services: \(feature.uses.joined(separator: ", "))") }
    if let sync = feature.sync { lines.append("  \(described(sync))") }
    if feature.hasView { lines.append("  :view \(feature.name) shows its view state") }
    return lines.joined(separator: "\n")
  }

  private func described(_ sync: SyncInfo) -> String { palette.dim("sync  ") + SyncFormatter().status(sync) }

  private static func call(_ action: ActionInfo) -> String {
    action.fields.isEmpty
      ? action.name : "\(action.name){\(action.fields.map(\.name).joined(separator: ", "))}"
  }
}
