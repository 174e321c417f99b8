/// Starts a transfer, and cancels it on release, when no reader of the response is left.
final class Exchange: Sendable {
  let transfer: Transfer

  init(_ request: HTTPRequest, at address: HTTPAddress, until deadline: ContinuousClock.Instant?, on loop: TransferLoop)
  {
    transfer = Transfer(request, at: address, until: deadline, on: loop)
    loop.start(transfer)
  }

  deinit { transfer.cancel() }
}
