import UDFHost
import UDFTooling

extension PageSession {
  /// Sends a dead letter again, or drops it, by the actions that the feature's own scripts use.
  func resolve(_ mutation: String, of feature: String, _ act: String) throws(HostError) {
    let actions = ["retry": "retry", "drop": "bury"]
    guard let action = actions[act] else {
      throw HostError(usage: "request: act must be retry or drop, got \"\(act)\"")
    }
    guard let listing = host.syncListing(of: feature, limit: .max) else {
      throw HostError(usage: "request: there is no sync feature \"\(feature)\"")
    }
    guard let id = listing.dead.lazy.compactMap({ $0["mutation"] }).first(where: { $0.plain == mutation }) else {
      throw HostError(usage: "request: \(feature) has no dead letter \(mutation) any more")
    }
    do { try host.send("\(feature)/\(action)", ["id": id], origin: .prompt) } catch {
      throw error as? HostError ?? HostError(code: "internal", message: String(describing: error))
    }
  }
}

extension Value {
  fileprivate var plain: String? {
    switch self {
    case .integer(let number): "\(number)"
    case .string(let text): text
    default: nil
    }
  }
}
