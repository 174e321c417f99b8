import UDFHost
import UDFServices

/// The Lua function of a recorded test that makes stubs from the services' recorded answers. It contains only the code
/// that these answers need.
struct RecordedReplies {
  private var waits = false
  private var fails = false
  private var isNeverAnswered = false
  private var iterates = false

  init(_ calls: some Sequence<RecordedCall>) {
    for call in calls {
      if call.seconds > 0 { waits = true }
      switch call.outcome {
      case .values: break
      case .items(_, _, let problem):
        iterates = true
        note(problem)
      case .raised(let error): note(error)
      case nil: isNeverAnswered = true
      }
    }
  }

  private mutating func note(_ error: Value) {
    if error == .none { return }
    if error["code"].text == "cancelled" { isNeverAnswered = true } else { fails = true }
  }

  var function: String {
    """

    -- Returns the recorded answers one after the other\(waits ? ", with their delays" : "").
    local function replies(list)
      local calls = 0
      return function()
        calls = calls + 1
        local reply = list[calls]
        if not reply then error("it is called more often than in the recording") end
    \(body.map { "    \($0)\n" }.joined())    return table.unpack(reply, 1, reply.n or #reply)
      end
    end

    """
  }

  private var body: [String] {
    let ends = [
      isNeverAnswered ? "if reply.never then test.sleep(1e9) end" : nil,
      fails ? "if reply.error then error(reply.error, 0) end" : nil,
    ].compactMap(\.self)
    return (waits ? ["if reply.after then test.sleep(reply.after) end"] : []) + (iterates ? iterator(ends) : []) + ends
  }

  private func iterator(_ ends: [String]) -> [String] {
    [
      "if reply.each then", "  local at = 0", "  return function()", "    at = at + 1",
      "    local wait = reply.waits and reply.waits[at] or 0", "    if wait > 0 then test.sleep(wait) end",
    ] + (ends.isEmpty ? [] : ["    if at > #reply.each then"] + ends.map { "      \($0)" } + ["    end"]) + [
      "    return reply.each[at]", "  end", "end",
    ]
  }
}
