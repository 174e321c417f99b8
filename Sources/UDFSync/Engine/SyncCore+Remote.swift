import UDFNetwork

extension SyncCore {
  public func dependency() -> any HTTPClient { shared { LiveHTTPClient() } }

  /// Returns ``HTTPRemote`` for a database with an address, ``NoRemote`` for one without.
  public func dependency(_ database: SyncDatabase) -> any RemoteStore {
    guard let url = database.remote else { return NoRemote(of: database) }
    return HTTPRemote(url, of: database, http: dependency())
  }
}
