/// The users, until the server ends.
actor Users {
  enum Deletion {
    case done
    case missing
    case refused(User)
  }

  private static let all = [
    User(id: "1", name: "Ada Lovelace", email: "ada@example.com"),
    User(id: "2", name: "Grace Hopper", email: "grace@example.com"),
    User(id: "3", name: "Barbara Liskov", email: "barbara@example.com"),
    User(id: "4", name: "Edsger Dijkstra", email: "edsger@example.com"),
    User(id: "5", name: "Alan Turing", email: "alan@example.com"),
  ]
  // Someone must stay, so that an app can show how it takes a deletion back.
  private static let protected: Set = ["1"]

  private(set) var list = Users.all

  func user(_ id: String) -> User? { list.first { $0.id == id } }

  func delete(_ id: String) -> Deletion {
    guard let index = list.firstIndex(where: { $0.id == id }) else { return .missing }
    if Users.protected.contains(id) { return .refused(list[index]) }
    list.remove(at: index)
    return .done
  }

  func reset() { list = Users.all }
}
