import Dispatch

/// The main queue, whose blocks run on any thread once the main thread has ended in `dispatchMain()`.
package enum MainQueue {
  // Dispatch offers no test that does not trap; a value that is stored in the queue can be read.
  private static let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
