import UDFLog
import UDFServices
import UDFSync

extension KeptData {
  /// The name of the file with the actions that wait for a shared log.
  static let outbox = "outbox.sqlite"

  /// The number of unsent mutations of sync features, and of actions that wait for a shared log, in this data; nil if a
  /// running host has the rows of such a feature open, or if a file cannot be read.
  public var unsent: Int? {
    guard let mutations = try? SQLiteCache.unsent(in: "\(folder)/sync"),
      let actions = try? LogOutbox.waiting(at: "\(folder)/\(KeptData.outbox)")
    else { return nil }
    return actions.values.reduce(mutations, +)
  }
}
