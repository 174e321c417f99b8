import UDF

struct UserListView: ViewStateReducing {
  struct ViewState: Equatable {
    var names: [String]
    var isLoading: Bool
    var showEmptyState: Bool
    var error: String?
  }

  func reduce(_ domain: UserListState) -> ViewState {
    ViewState(
      names: domain.users.map(\.name), isLoading: domain.isLoading,
      showEmptyState: domain.users.isEmpty && !domain.isLoading && domain.error == nil, error: domain.error)
  }
}
