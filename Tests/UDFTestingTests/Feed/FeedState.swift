struct FeedState: Equatable {
  var articles: [Article] = []
  var isLoading = false
  var error: String?
}
