/// The keys of an enum's cases by their names, each as the list that a decoder of one case returns. Making such a list costs the
/// runtime look-ups of generic types.
final class CaseKeys<Key: CodingKey> {
  private final class List {
    let keys: [Key]

    init(_ keys: [Key]) { self.keys = keys }
  }

  // Values without their type: a dictionary of a generic type costs a look-up of that type for each access.
  private var lists: [String: AnyObject] = [:]

  /// nil for a name of no case.
  func keys(of name: String) -> [Key]? {
    if let list = lists[name] { return unsafeDowncast(list, to: List.self).keys }
    return makeKeys(of: name)
  }

  // A function of its own, because its types are looked up at its start.
  @inline(never) private func makeKeys(of name: String) -> [Key]? {
    guard let key = Key(stringValue: name) else { return nil }
    // Keys of any text have no end.
    if lists.count == 1000 { lists = [:] }
    lists[name] = List([key])
    return [key]
  }
}
