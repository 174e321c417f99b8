enum WishAction: Codable, Equatable, Sendable {
  case rename(String)
}
