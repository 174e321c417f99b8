import UDFHost

extension SharedInfo {
  /// The state of the log as plain data, for JSON.
  var described: Record {
    var record: Record = [
      "log": .string(log), "host": .string(host), "phase": .string(phase.rawValue), "position": .integer(position),
      "head": .integer(head), "behind": .integer(head - position), "pending": .integer(Int64(pending)),
      "readOnly": .boolean(isReadOnly),
      "hosts": .list(hosts.map { ["name": .string($0.name), "position": .integer($0.position)] }),
    ]
    if let contact { record["contact"] = .number(contact) }
    if let problem { record["problem"] = .string(problem) }
    return record
  }
}
