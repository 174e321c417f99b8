import UDFNetwork

extension SyncCore {
  public func dependency() -> any HTTPClient { shared { LiveHTTPClient() } }

  /// ``HTTPRemote`` for a collection with an address, ``NoRemote`` for one without.
  public func dependency(_ collection: SyncCollection) -> any RemoteStore {
    guard let url = collection.remote else { return NoRemote(of: collection) }
    return HTTPRemote(url, of: collection, http: dependency())
  }
}
