import LuaKernel

// The callbacks of native slices.
extension LuaMachine {
  func readNative(_ slice: Int32, _ handle: UInt64, _ ask: lk_ask, _ key: lk_bytes, _ position: Int64) {
    let wanted: NativeAsk
    switch ask {
    case LK_ASK_ALL: wanted = .all
    case LK_ASK_COUNT: wanted = .count
    case _ where key.data == nil: wanted = .item(Int(position))
    default:
      // No native container has a key that is not UTF-8.
      guard let text = String(utf8: key.buffer) else { return }
      wanted = .field(text)
    }
    answerNative { $0.read(wanted, of: handle, in: slice, into: &$1) }
  }

  func writeNativeChanges(_ slice: Int32, _ from: UInt64, _ to: UInt64) {
    answerNative { $0.changes(slice: slice, from: from, to: to, into: &$1) }
  }

  private func answerNative(_ body: (any NativeSource, inout TapeWriter) -> Void) {
    guard let natives else { return }
    // Moved out meanwhile, because an answer may itself read another native slice.
    var answer = TapeWriter()
    swap(&answer, &nativeAnswer)
    answer.removeAll()
    body(natives, &answer)
    lk_bytes.with(answer.bytes) { lk_native_answer(pointer, $0) }
    swap(&answer, &nativeAnswer)
  }
}
