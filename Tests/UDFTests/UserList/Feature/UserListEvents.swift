import UDF

enum UserListEvent: Equatable, Sendable {
  case appeared
  case refreshed
  case swiped(User.ID)
  case scrolled
}

struct UserListEvents: EventActionMap {
  func action(for event: UserListEvent) -> UserListAction? {
    switch event {
    case .appeared, .refreshed: .load
    case .swiped(let id): .delete(id)
    case .scrolled: nil
    }
  }
}
