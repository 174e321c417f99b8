import LuaRuntime
import UDFHost

/// Formats running effects and what they wait for, with the number for `:cancel`:
///
///      7  effect of cart/load "A1"  since 3 s ← #12  waits for http.get
///     12  effect of cart/save       requested 2 s ago ← #14  waits for its turn
package struct EffectFormatter: Sendable {
  var palette: Palette
  /// The maximum number of effects that are shown; nil shows all.
  var limit: Int?

  package init(palette: Palette = .plain, limit: Int? = nil) {
    (self.palette, self.limit) = (palette, limit)
  }

  package func lines(_ effects: [EffectInfo]) -> [String] {
    let shown = effects.prefix(limit ?? .max)
    let numbers = shown.map { "\($0.number)".count }.max() ?? 0
    let names = min(40, shown.map { name($0).columns }.max() ?? 0)
    let lines = shown.map { effect in
      let number = "\(effect.number)"
      return String(repeating: " ", count: numbers - number.count) + number + "  "
        + name(effect).filled(to: names) + "  " + facts(effect)
    }
    return lines + (effects.count > shown.count ? [palette.dim("… \((effects.count - shown.count).grouped) more")] : [])
  }

  /// `7 effect of cart/load  since 3 s ← #12  waits for http.get`
  package func line(_ effect: EffectInfo) -> String { "\(effect.number) \(name(effect))  \(facts(effect))" }

  private func name(_ effect: EffectInfo) -> String {
    effect.name + (effect.id.map { " " + LuaText.quoted($0.shortened(to: 40)) } ?? "")
  }

  private func facts(_ effect: EffectInfo) -> String {
    let age = ElapsedTime.age(seconds: effect.seconds)
    let since = effect.hasBegun ? "since \(age)" : "requested \(age) ago"
    let cause = effect.action.map { " ← #\($0)" } ?? ""
    let marks = [effect.isCancelled ? "cancelled" : nil, effect.isBackground ? "in the background" : nil]
    return ([palette.dim(since + cause), waits(effect)] + marks.map { $0.map(palette.dim) }).compactMap(\.self)
      .joined(separator: "  ")
  }

  /// Returns the waits of an effect's coroutines, with the number of coroutines for each.
  private func waits(_ effect: EffectInfo) -> String? {
    var counts: [(text: String, count: Int)] = []
    for text in effect.waits.map(Self.text) {
      if let index = counts.firstIndex(where: { $0.text == text }) {
        counts[index].count += 1
      } else {
        counts.append((text, 1))
      }
    }
    if counts.isEmpty { return nil }
    let more = counts.count > 3 ? ", … \(counts.count - 3) more" : ""
    return counts.prefix(3).map { $0.count > 1 ? "\($0.text) (\($0.count.grouped) times)" : $0.text }
      .joined(separator: ", ") + more
  }

  private static func text(_ wait: EffectInfo.Wait) -> String {
    switch wait {
    case .time(let seconds): "sleeps \(ElapsedTime.text(seconds: seconds)) more"
    case .service(let name): name.isEmpty ? "waits for a service" : "waits for \(name)"
    case .turn: "waits for its turn"
    case .calm(let seconds): "begins in \(ElapsedTime.text(seconds: seconds))"
    case .native: "runs in Swift"
    }
  }
}
