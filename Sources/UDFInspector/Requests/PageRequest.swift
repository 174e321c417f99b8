import UDFHost
import UDFServices

/// What a page asks for.
struct PageRequest: Sendable {
  enum Kind: Sendable {
    case line(String)
    case dispatch(type: String, Record)
    case state(after: Int?)
    case screen(rows: Range<Int>?)
    case pastScreen(after: Int, rows: Range<Int>)
    case press(screen: String, path: String)
    case type(screen: String, path: String, text: String)
    case back
    case source(file: String, line: Int?)
    case edit(file: String, line: Int)
    case sync(feature: String, act: String, mutation: String)
    case graph
    case adopt(generation: Int)
    case export(what: String, first: Int?, last: Int?)
    case load(what: String, text: String)
    case interrupt
  }

  /// Whether it only shows the screen or acts on it.
  var isOfScreen: Bool {
    switch kind {
    case .success(.screen), .success(.press), .success(.type), .success(.back), .failure: true
    default: false
    }
  }

  /// Chosen by the page, and returned with the answer.
  let id: Int64
  let kind: Result<Kind, HostError>

  /// Throws a ``ConnectionEnd`` if the message is not JSON, or has no `id`.
  init(_ message: [UInt8]) throws(ConnectionEnd) {
    let value: Value
    do throws(JSONProblem) { value = try JSONReader.value(of: message, isExact: true) } catch {
      throw .violation("a message must be JSON")
    }
    guard case .integer(let id) = value["id"] else { throw .violation("a message needs an integer as its id") }
    self.id = id
    kind = Result { () throws(HostError) in try PageRequest.kind(RequestFields(value)) }
  }

  private static func kind(_ fields: RequestFields) throws(HostError) -> Kind {
    switch try fields.text("do") {
    case "line": return .line(try fields.text("text"))
    case "dispatch":
      guard case .map(var action) = fields["action"], case .string(let type) = action["type"] else {
        throw fields.refusal("action must be a map with a type")
      }
      action["type"] = nil
      return .dispatch(type: type, action)
    case "state": return .state(after: try fields.optionalInteger("after"))
    case "screen":
      guard fields["on"] != false else { return .screen(rows: nil) }
      let first = max(1, try fields.optionalInteger("first") ?? 1)
      let count = max(1, min(1000, try fields.optionalInteger("rows") ?? 50))
      // No list has so many rows, and the sum does not overflow.
      let start = min(first, Int(Int32.max))
      let rows = start..<start + count
      return try fields.optionalInteger("after").map { .pastScreen(after: $0, rows: rows) } ?? .screen(rows: rows)
    case "press": return .press(screen: try fields.text("screen"), path: try fields.text("path"))
    case "type":
      return .type(
        screen: try fields.text("screen"), path: try fields.text("path"), text: try fields.text("text"))
    case "back": return .back
    case "source": return .source(file: try fields.text("file"), line: try fields.optionalInteger("line"))
    case "edit": return .edit(file: try fields.text("file"), line: try fields.optionalInteger("line") ?? 1)
    case "sync":
      return .sync(
        feature: try fields.text("feature"), act: try fields.text("act"), mutation: try fields.text("mutation"))
    case "graph": return .graph
    case "adopt": return .adopt(generation: try fields.integer("generation"))
    case "export":
      return .export(
        what: try fields.text("what"), first: try fields.optionalInteger("first"),
        last: try fields.optionalInteger("last"))
    case "import": return .load(what: try fields.text("what"), text: try fields.text("text"))
    case "interrupt": return .interrupt
    case let other: throw fields.refusal("\"\(other)\" is no request; see the documentation of the inspector")
    }
  }
}
