import Dispatch
import UDFLog

extension SharedLog {
  var isReadOnly: Bool { options.isReadOnly }
  /// Whether the state has all entries, those that earlier runs left included.
  var hasEarlier: Bool { phase == .live && head?.place.position ?? 0 >= handover }
  var hasEvents: Bool { !inbox.isEmpty }
  /// Whether settling has nothing to wait for here. It does not wait for a log that does not answer.
  var isIdle: Bool {
    if !isOn || isGivenUp || phase == .stopped || phase == .disconnected { return !isOn || inbox.isEmpty }
    // The order of these conditions matters: a save posts its outcome before it ends.
    return hasEarlier && (sent.isEmpty || isReadOnly) && saves.wait(timeout: .now()) == .success && inbox.isEmpty
  }

  /// The seconds since the last answer of the log; nil: it has not answered.
  private var contact: Double? { subscription?.lastContact.map { $0.duration(to: .now) / .seconds(1) } }

  var info: SharedInfo? {
    guard isOn else { return nil }
    // Several runs may have the same name for people.
    let positions = Dictionary(hosts.map { (HostName.label($0.key), $0.value) }, uniquingKeysWith: max)
    return SharedInfo(
      log: name, host: HostName.label(host), phase: phase, problem: problem, isReadOnly: isReadOnly,
      position: head?.place.position ?? 0, head: max(end, head?.place.position ?? 0), contact: contact,
      pending: sent.count + earlier,
      hosts: positions.sorted { $0.value > $1.value }.prefix(20).map {
        SharedInfo.Host(name: $0.key, position: $0.value)
      })
  }

  /// Throws for a command that would make this host's shared state differ from the state of the other hosts, or that
  /// cannot include their actions.
  func refuse(_ what: String, canSend: Bool = true) throws(HostError) {
    guard isOn else { return }
    throw HostError(
      usage: """
        \(what): the state of \(features.sorted().joined(separator: ", ")) is shared through \(name)
          Nothing was changed. To fix this, start the app without --log\(canSend ? ", or send actions that have the same effect" : "").
        """)
  }
}
