/// Identifies running effects for cancellation: any hashable value, and the parts of the state that it belongs to.
///
///     enum RequestID { case load }
///
///     return .cancel(EffectID(RequestID.load))
///
/// Unchecked, because ids are only compared on the owner of a store. So ids need not be `Sendable`, for example an enum
/// in a module whose default isolation is the main actor.
public struct EffectID: Hashable, @unchecked Sendable {
  private let parts: [AnyHashable]

  /// Makes an id from a value.
  public init(_ id: some Hashable) { parts = [AnyHashable(id)] }

  private init(parts: [AnyHashable]) { self.parts = parts }

  func within(_ key: EffectID?) -> EffectID {
    guard let key else { return self }
    return EffectID(parts: key.parts + parts)
  }

  /// The values of the id, beginning with those of the outermost part of the state.
  package var values: [Any] { parts.map(\.base) }
}
