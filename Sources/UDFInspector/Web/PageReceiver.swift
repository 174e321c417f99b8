import UDFHost

/// Receives the messages of connected pages, on any thread.
protocol PageReceiver: AnyObject, Sendable {
  /// Called when a page with a new number has connected. The page receives the frames that are added to the outbox.
  func didOpen(_ page: Int, _ outbox: Outbox)
  /// Called when a page has sent a message in UTF-8.
  func didReceive(_ message: [UInt8], from page: Int)
  func didClose(_ page: Int)
  /// Called when the server has ended with an error.
  func didFail(_ error: HostError)
}
