enum FeedAction: Equatable, Sendable {
  case load
  case loaded([Article])
  case failed(String)
  case refreshLater
  case cancel
}
