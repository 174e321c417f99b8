import UDFHost

extension TestHost {
  /// A host with a feature `a` that keeps the texts it is sent by `note`, and has these effects.
  package convenience init(effects: String, more: String = "", configure: (inout HostConfiguration) -> Void = { _ in })
    throws
  {
    let source = """
      local udf = require "udf"
      local function note(cx, text) cx.send { type = "note", text = tostring(text) } end
      return udf.feature {
        name = "a",
        state = { notes = udf.list {} },
        reduce = { note = function(state, action) table.insert(state.notes, action.text) end },
        effects = {
      \(effects)
        },
        \(more)
      }
      """
    try self.init(["a": source], configure: configure)
  }

  /// The notes since the last call.
  package func notes() throws -> [String] {
    guard case .list(let items) = try state("a.notes") else { return [] }
    let texts = items.map { if case .string(let text) = $0 { text } else { "?" } }
    defer { told = texts.count }
    return Array(texts.dropFirst(told))
  }
}
