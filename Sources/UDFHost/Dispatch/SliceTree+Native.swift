import LuaRuntime

extension SliceTree: NativeSource {
  func read(_ ask: NativeAsk, of handle: UInt64, in slice: Int32, into answer: inout TapeWriter) {
    hosted[Int(slice)]?.read(ask, of: handle, into: &answer)
  }

  func travel(slice: Int32, from: UInt64, to: UInt64) {
    guard let hosted = hosted[Int(slice)] else { return }
    guard hosted.isOfEngine, history.isTravelling else { return hosted.travel(to: Int(to)) }
    skipped?.append(Rebase.EngineWrite(slice: slice, range: min(from, to)..<max(from, to)))
  }

  func forget(slice: Int32, before position: UInt64) { hosted[Int(slice)]?.forget(before: Int(position)) }
  func truncate(slice: Int32, at position: UInt64) { hosted[Int(slice)]?.truncate(at: Int(position)) }

  func changes(slice: Int32, from: UInt64, to: UInt64, into answer: inout TapeWriter) {
    answer.write(.list((hosted[Int(slice)]?.changes(Int(from)..<Int(to)) ?? []).map(\.plain)))
  }

  /// Returns the value at a path. Reads native slices directly, without making nodes in Lua.
  func read(_ path: Path) throws(LuaError) -> Value {
    if path.keys.isEmpty {
      var all = Record()
      for (name, slice) in slices {
        (slice as? any HostedSlice)?.onRead?()
        all[name] = try slice.plain
      }
      return .map(all)
    }
    guard path.keys.count <= 2, case .key(let name) = path.keys[0], let slice = slices[name] as? any HostedSlice else {
      return try machine.read(path.value)
    }
    slice.onRead?()
    if path.keys.count == 1 { return slice.plain }
    if case .key(let field) = path.keys[1] { return slice.field(field) }
    return .none
  }
}
