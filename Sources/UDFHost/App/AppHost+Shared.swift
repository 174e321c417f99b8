@_exported import struct UDFLog.SharedInfo
@_exported import struct UDFLog.SharedOrigin

extension AppHost {
  /// The host's status in the shared log; nil: there is no log, or the app has no shared features.
  public var sharedLog: SharedInfo? { isOnOwner() ? shared.info : nil }

  /// Makes all hosts of the shared log run the files that are on this host's disk now. The log gets an entry for this;
  /// a host whose own files differ stops reading the log at this entry.
  ///
  /// Throws a ``HostError`` if the app uses no log, if the files do not load, or if the running files are the same.
  public func upgradeShared() throws { try owned().shared.upgrade() }

  /// Removes the entries of the shared log that the newest snapshot contains. Hosts that have not read these entries
  /// start from the snapshot. Throws a ``HostError`` if there is no snapshot of the running code.
  public func trimShared() throws { try owned().shared.trim() }
}
