import UDFStorage

/// The failure of a cache to read or write: a code, and a message with the file, what is wrong, and how to fix it.
///
/// With the code `corrupt`, ``CacheStore/quarantine()`` replaces the damaged file.
public typealias CacheFailure = StorageFailure
