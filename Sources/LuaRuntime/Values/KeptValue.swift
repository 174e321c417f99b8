/// Plain data with the bytes that it was read from: of other bytes, what they have in common with these need not be read
/// again, but is the same value.
public struct KeptValue: Sendable {
  public let value: Value
  private let bytes: [UInt8]

  /// Reads one value; `former` is what is likely to have much in common with it.
  init(_ tape: UnsafeRawBufferPointer, like former: KeptValue?) {
    bytes = [UInt8](tape)
    var reader = TapeReader(tape)
    guard let former else {
      value = reader.value()
      return
    }
    value = former.bytes.withUnsafeBytes { bytes in
      var old = TapeReader(bytes)
      return reader.value(like: former.value, in: &old)
    }
  }
}

extension TapeReader {
  /// Reads the next value; `former` is what comes next in `old`, which steps over it.
  fileprivate mutating func value(like former: Value, in old: inout TapeReader) -> Value {
    switch former {
    case .list(let items) where kind == .list && old.kind == .list: .list(self.items(like: items, in: &old))
    case .map(let fields) where kind == .map && old.kind == .map: .map(self.fields(like: fields, in: &old))
    default: scalar(like: former, in: &old)
    }
  }

  private mutating func scalar(like former: Value, in old: inout TapeReader) -> Value {
    if stepsOverSame(in: &old) { return former }
    _ = old.skip()
    return value()
  }

  /// Items before and behind those that have come or gone in one place are found again.
  private mutating func items(like former: [Value], in old: inout TapeReader) -> [Value] {
    let count = enter(Tape.list) ?? 0
    let oldCount = old.enter(Tape.list) ?? 0
    var items: [Value] = []
    items.reserveCapacity(count)
    var position = 0
    // How many more have come than gone, of which nothing is seen yet.
    var surplus = count - oldCount
    while items.count < count {
      let isThere = position < min(oldCount, former.count)
      if isThere, stepsOverSame(in: &old) {
        items.append(former[position])
        position += 1
      } else if surplus > 0 || !isThere {
        items.append(value())
        surplus -= 1
      } else if surplus < 0 {
        _ = old.skip()
        position += 1
        surplus += 1
      } else {
        items.append(value(like: former[position], in: &old))
        position += 1
      }
    }
    for _ in position..<max(position, oldCount) { _ = old.skip() }
    return items
  }

  private mutating func fields(like former: Record, in old: inout TapeReader) -> Record {
    let count = enterMap() ?? 0
    let oldCount = old.enterMap() ?? 0
    var fields = Record()
    var position = 0
    // Up to the first key that is another one.
    var agrees = former.count == oldCount
    for _ in 0..<count {
      let key = key()
      let text = String(decoding: key, as: UTF8.self)
      if agrees, position < oldCount {
        let oldKey = old.key()
        agrees = key.elementsEqual(oldKey)
        if !agrees { _ = old.skip() }
        position += 1
      } else {
        agrees = false
      }
      fields[text] = agrees ? value(like: former[position - 1].value, in: &old) : value()
    }
    for _ in position..<max(position, oldCount) {
      _ = old.key()
      _ = old.skip()
    }
    return fields
  }
}
