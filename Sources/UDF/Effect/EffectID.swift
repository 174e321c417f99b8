/// Names running effects, so that they can be cancelled: any hashable value, and the keys of the elements it belongs to.
public struct EffectID: Hashable, Sendable {
  private let parts: [any Hashable & Sendable]

  /// The id that this value stands for.
  public init(_ id: some Hashable & Sendable) { parts = [id] }

  private init(parts: [any Hashable & Sendable]) { self.parts = parts }

  func within(_ key: EffectID?) -> EffectID {
    EffectID(parts: (key?.parts ?? []) + parts)
  }

  /// The element it belongs to, if that is of this type.
  func owner<Owner>(as type: Owner.Type) -> Owner? { parts[0] as? Owner }

  public static func == (left: EffectID, right: EffectID) -> Bool {
    guard left.parts.count == right.parts.count else { return false }
    for index in left.parts.indices {
      let (part, other) = (left.parts[index].erased, right.parts[index].erased)
      if part != other { return false }
    }
    return true
  }

  public func hash(into hasher: inout Hasher) {
    for part in parts { part.erased.hash(into: &hasher) }
  }
}

extension Hashable {
  fileprivate var erased: AnyHashable { AnyHashable(self) }
}
