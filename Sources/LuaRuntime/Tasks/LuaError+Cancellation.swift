extension LuaError {
  /// The error that a cancelled script gets at its await.
  package static let cancelled = LuaError(
    reason: .raised, message: "the effect was cancelled",
    value: ["code": "cancelled", "message": "the effect was cancelled"])

  /// Whether the script was cancelled. `coroutine.wrap` may have added a position before the message.
  package var isCancellation: Bool {
    value["code"] == LuaError.cancelled.value["code"] || message.hasSuffix(LuaError.cancelled.message)
  }

  /// The value to raise in a script that awaited the failed one.
  package var raised: Value { value == .none ? .string(message) : value }
}
