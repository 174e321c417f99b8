/// Plain data with the bytes that it was decoded from. Decoding similar bytes reuses the values of equal parts.
public struct KeptValue: Sendable {
  public let value: Value
  private let bytes: [UInt8]

  /// Decodes one value; `former` is a value that probably has many equal parts.
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
  /// Decodes the next value, with `former` as the next value of `old`; skips it in `old`.
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

  /// Reuses the items before and after one place where items were inserted or removed.
  private mutating func items(like former: [Value], in old: inout TapeReader) -> [Value] {
    let count = enter(Tape.list) ?? 0
    let oldCount = old.enter(Tape.list) ?? 0
    var items: [Value] = []
    items.reserveCapacity(count)
    var position = 0
    // The number of inserted items, less the removed ones, that the loop has not reached yet.
    var surplus = count - oldCount
    while items.count < count {
      let hasFormer = position < min(oldCount, former.count)
      if hasFormer, stepsOverSame(in: &old) {
        items.append(former[position])
        position += 1
      } else if surplus > 0 || !hasFormer {
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
    // True up to the first key that differs.
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
