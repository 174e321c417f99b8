struct UserListState: Equatable {
  /// A row that is not on the screen while the request runs.
  struct Removed: Equatable {
    let user: User
    let position: Int
  }

  static let initial = UserListState()

  var users: [User] = []
  var isLoading = false
  var error: String?
  var removed: [User.ID: Removed] = [:]
}
