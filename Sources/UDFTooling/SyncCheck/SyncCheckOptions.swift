import UDFNetwork

/// The options of ``SyncCheck``.
public struct SyncCheckOptions: Sendable {
  /// The field of a row that contains its key.
  public var key = "id"
  /// The names of the collections, if the address has several. Without names, the rules about collections are skipped.
  public var collections: [String] = []
  /// Headers of every request, such as `Authorization`.
  public var headers: [(name: String, value: String)] = []
  /// The proxies to use; nil: none.
  public var proxies: HTTPProxies?
  /// Whether to send no mutations. Rules about them are skipped.
  public var isReadOnly = false
  /// The rows that the check makes, as a JSON object; the check adds the key. Patches change the last text field by name, and
  /// remove the first other field.
  public var row = #"{"note":"made by udfhost sync-check","title":"udfhost sync-check"}"#
  /// Seconds to wait for an event of a live stream; the rule `live-heartbeat` needs more than 15.
  public var wait = 5.0

  public init() {}
}
