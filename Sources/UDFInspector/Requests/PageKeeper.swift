import UDFHost

/// Holds the connected pages and performs their requests.
@MainActor
protocol PageKeeper: AnyObject {
  /// A page has connected; it reads what is put into the outbox.
  func open(_ number: Int, _ outbox: Outbox)
  /// - Parameter isInterrupted: whether the page has interrupted the request before it began.
  func perform(_ request: PageRequest, isInterrupted: Bool, of number: Int)
  func close(_ number: Int)
  /// The server has ended with an error.
  func fail(_ error: HostError)
}
