enum UserListAction: Codable, Equatable, Sendable {
  case load
  case loaded([User])
  case loadingFailed(String)
  case delete(User.ID)
  case deleted(User.ID)
  case deletionFailed(User.ID, String)
}
