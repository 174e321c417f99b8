import FolderTesting

@testable import UDFLog

/// An engine whose folder is there as long as it is used.
struct FolderEngine: LogEngine {
  let engine: SQLiteLog
  let folder: TemporaryFolder

  var name: String { engine.name }

  func connect(creates: Bool) throws(LogFailure) -> any LogConnection { try engine.connect(creates: creates) }
}
