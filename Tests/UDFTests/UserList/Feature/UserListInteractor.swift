import UDF

struct UserListInteractor: Interactor {
  let service: any UserService

  func handle(_ action: UserListAction, state: inout UserListState) -> Effect<UserListAction> {
    switch action {
    case .load:
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.error = nil
      return .attempt { [service] in
        try await service.users()
      } then: { result in
        switch result {
        case .success(let users): .loaded(users)
        case .failure(let error): .loadingFailed("\(error)")
        }
      }

    case .loaded(let users):
      state.isLoading = false
      state.users = users.filter { state.removed[$0.id] == nil }
      return .none

    case .loadingFailed(let message):
      state.isLoading = false
      state.error = message
      return .none

    case .delete(let id):
      guard let position = state.users.firstIndex(where: { $0.id == id }) else { return .none }
      state.removed[id] = .init(user: state.users.remove(at: position), position: position)
      return .attempt { [service] in
        try await service.delete(id)
      } then: { result in
        switch result {
        case .success: .deleted(id)
        case .failure(let error): .deletionFailed(id, "\(error)")
        }
      }

    case .deleted(let id):
      state.removed[id] = nil
      return .none

    case .deletionFailed(let id, let message):
      guard let removed = state.removed.removeValue(forKey: id) else { return .none }
      state.users.insert(removed.user, at: min(removed.position, state.users.count))
      state.error = message
      return .none
    }
  }
}
