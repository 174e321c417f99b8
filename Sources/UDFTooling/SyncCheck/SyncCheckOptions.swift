import UDFNetwork

/// How ``SyncCheck`` checks a server.
public struct SyncCheckOptions: Sendable {
  /// The field of a row that holds its key.
  public var key = "id"
  /// Headers of every request, such as `Authorization`.
  public var headers: [(name: String, value: String)] = []
  /// The proxies to go through; nil means none.
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
