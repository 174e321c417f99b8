import UDF

/// A reducer for everything that can be a favourite: it shows the change at once, and takes it back if the service refuses.
public nonisolated protocol Favorable: Sendable {
  associatedtype ID: Hashable & Sendable
  var id: ID { get }
  var isFavorite: Bool { get set }
}

public enum FavoriteAction: Equatable, Sendable {
  case tapped
  case saved(Bool)
  case refused(was: Bool)
}

public func favoriting<Item: Favorable>(
  _ save: @escaping @Sendable (Item.ID, Bool) async throws -> Bool
) -> Reducer<Item, FavoriteAction> {
  Reducer { item, action in
    switch action {
    case .tapped:
      item.isFavorite.toggle()
      return .run { [id = item.id, isFavorite = item.isFavorite] send in
        send(.saved(try await save(id, isFavorite)))
      } catch: { [isFavorite = item.isFavorite] _, send in
        send(.refused(was: !isFavorite))
      }
      .cancellable(id: "favorite", cancelInFlight: true)
    case .saved(let isFavorite): item.isFavorite = isFavorite
    case .refused(let was): item.isFavorite = was
    }
    return .none
  }
}

public nonisolated struct Episode: Equatable, Identifiable, Favorable {
  public let id: Int
  public var isFavorite = false

  public init(id: Int) { self.id = id }
}

public struct Episodes: Equatable {
  public var list = [Episode(id: 1), Episode(id: 2)]
  public init() {}
}

public enum EpisodesAction: Equatable, Sendable {
  case episode(Int, FavoriteAction)

  static let episode = Prism(EpisodesAction.episode) { if case .episode(let id, let it) = $0 { (id, it) } else { nil } }
}

public func episodes(
  _ save: @escaping @Sendable (Int, Bool) async throws -> Bool
) -> Reducer<Episodes, EpisodesAction> {
  favoriting(save).forEach(\.list, action: EpisodesAction.episode)
}
