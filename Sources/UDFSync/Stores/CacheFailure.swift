import UDFStorage

/// Why a cache could not be read or written: a code, and a message that names the file, what is wrong, and how to fix it.
///
/// With the code `corrupt`, ``CacheStore/quarantine()`` helps.
public typealias CacheFailure = StorageFailure
