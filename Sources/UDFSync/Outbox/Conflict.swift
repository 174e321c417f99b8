import UDF

/// A pending mutation and one of its rows that has changed on the server since the app made the mutation.
public struct Conflict: Sendable, Hashable {
  /// Identifies a conflict while a page waits for its resolution.
  struct ID: Sendable, Hashable {
    let mutation: Int64
    let key: RowKey
  }

  /// The mutation with only the parts that change this row; the engine has never sent it.
  public let mutation: Mutation
  /// The row that the app changed: the server's row at that time, with the earlier mutations of the outbox; nil if
  /// there was none.
  public let base: SyncRow?
  /// The row after the mutation; nil if the mutation deleted it. Its version is 0.
  public let mine: SyncRow?
  /// The server's present row with the earlier mutations of the outbox; nil if the row was removed.
  public let theirs: SyncRow?

  public init(_ mutation: Mutation, base: SyncRow?, mine: SyncRow?, theirs: SyncRow?) {
    self.mutation = mutation
    self.base = base
    self.mine = mine
    self.theirs = theirs
  }

  /// The row's key.
  public var key: RowKey { mutation.parts.head.key }

  var id: ID { ID(mutation: mutation.id, key: key) }
}
