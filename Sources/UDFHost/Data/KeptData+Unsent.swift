import UDFServices
import UDFSync

extension KeptData {
  /// The number of unsent mutations of sync features in this data; nil if a host uses it or it cannot be read.
  public var unsent: Int? { try? SQLiteCache.unsent(in: "\(folder)/sync") }
}
