import HostTesting
import UDFHost

extension TestHost {
  /// An element whenever the host has something to do.
  func wakes() -> AsyncStream<Void> {
    let (wakes, wake) = AsyncStream.makeStream(of: Void.self)
    host.handle.onWake { wake.yield() }
    return wakes
  }

  /// Polls whenever the host wakes, until a reload is reported.
  func nextReload(_ wakes: AsyncStream<Void>) async -> ReloadReport? {
    let count = reloads.count
    for await _ in wakes {
      host.poll()
      if reloads.count > count { return reloads.last }
    }
    return nil
  }
}
