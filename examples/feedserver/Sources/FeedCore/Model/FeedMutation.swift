/// A change that a client asks for.
struct FeedMutation: Decodable {
  enum Operation: String, Decodable { case put, patch, delete }

  let id: Int64
  let op: Operation
  let key: String
  let row: Row?
}
