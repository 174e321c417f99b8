struct UserListState: Equatable {
  /// A row that is gone from the screen while the server is asked.
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
