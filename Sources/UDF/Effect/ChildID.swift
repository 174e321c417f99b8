/// The id of all effects of one part of a state: an element of a collection, an optional, or a screen.
struct ChildID: Hashable, CustomDebugStringConvertible {
  /// The path of the part, or of its collection, in the parent's state.
  let path: AnyKeyPath
  let key: AnyHashable?

  var debugDescription: String { "\(path)\(key.map { "[\(String(reflecting: $0.base))]" } ?? "")" }
}

extension Effect {
  /// Cancels all effects of the part of the state that ``Reducer/optional(_:action:fileID:line:)`` reduces.
  ///
  ///     case .sheetClosing: return .cancel(effectsOf: \AppState.sheet)
  public static func cancel<State, Part>(effectsOf path: KeyPath<State, Part?>) -> Effect {
    .cancel(EffectID(ChildID(path: path, key: nil)))
  }

  /// Cancels all effects of one element of a collection, or of one screen of a path.
  ///
  ///     case .pauseTapped(let id): return .cancel(effectsOf: \AppState.downloads, at: id)
  public static func cancel<State, Elements>(
    effectsOf path: KeyPath<State, Elements>, at key: some Hashable
  ) -> Effect {
    .cancel(EffectID(ChildID(path: path, key: AnyHashable(key))))
  }

  /// Returns the effect of a part as an effect of the whole. It ends when the state of the whole does not have the part.
  func ofChild<WholeAction>(
    _ id: ChildID, in part: @autoclosure () -> Presence, _ embed: @escaping @Sendable (Action) -> WholeAction
  ) -> Effect<WholeAction> {
    // Handle the most common effects first.
    switch self {
    case .none: return .none
    case .send(let action): return .send(embed(action))
    case .report(let misuse): return .report(misuse)
    default:
      let (id, part) = (EffectID(id), part())
      return .tied(mapped(key: id, embed, in: part), to: id, part)
    }
  }
}
