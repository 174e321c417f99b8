import LuaRuntime

extension SliceTree {
  /// Returns the action with the fields of the feature's `stamp` that it does not have yet; nil: none are missing.
  func stamped(_ index: Int, _ bytes: [UInt8]) throws(HostError) -> [UInt8]? {
    let type = actions.types[index]
    guard let stamp = type.stamp, case .map(var fields) = TapeReader.value(of: bytes) else { return nil }
    let given: Value
    do throws(LuaError) {
      given = try stamp(fields)
    } catch {
      throw HostError(error, subject: "stamp of \(type.name)", place: type.place)
    }
    if given == .none { return nil }
    guard case .map(let stamps) = given else {
      throw HostError(
        code: "refused",
        message: "\(type.name): stamp must return a table of fields, or nothing; it returned \(given.shown)")
    }
    for (key, value) in stamps where fields[key] == .none {
      fields[key] = value
      if !type.stampedFields.contains(key) { actions[Int32(index)].stampedFields.append(key) }
    }
    return TapeWriter.bytes(of: .map(fields))
  }
}
