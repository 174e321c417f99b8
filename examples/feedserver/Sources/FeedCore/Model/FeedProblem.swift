/// A request that cannot be answered: the status of the answer, a word for programs, a text for a person.
struct FeedProblem: Error, Equatable {
  let status: Int
  let code: String
  let message: String

  init(_ status: Int, _ code: String, _ message: String) {
    self.status = status
    self.code = code
    self.message = message
  }
}
