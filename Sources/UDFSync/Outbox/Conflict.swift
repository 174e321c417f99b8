/// A pending mutation whose row has changed on the server since the app made the mutation.
public struct Conflict: Sendable, Hashable {
  /// The mutation; the engine has never sent it.
  public let mutation: Mutation
  /// The row that the app changed: the server's row then, with the mutations before this one. nil: there was none.
  public let base: SyncRow?
  /// The row that the mutation made of ``base``; nil: the mutation deleted it. Its version is 0.
  public let mine: SyncRow?
  /// The server's row now, with the mutations before this one; nil: it is gone.
  public let theirs: SyncRow?

  public init(_ mutation: Mutation, base: SyncRow?, mine: SyncRow?, theirs: SyncRow?) {
    self.mutation = mutation
    self.base = base
    self.mine = mine
    self.theirs = theirs
  }
}
