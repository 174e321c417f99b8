import Platform
import UDF
import UDFHost

/// A pad with a text. Some of its actions cannot be converted to plain data; conversions are counted.
struct Pad: NativeFeature {
  struct State: Sendable {
    var text = ""
    var color = "red"
    var count = 0
  }

  enum Action: Sendable {
    case write(String)
    case paint(String)
    case fail
  }

  struct Failure: Error, CustomStringConvertible { let description: String }

  let name = "pad"
  let initialState = State()
  let actions: Record = [
    "write": ["text": "string"], "paint": ["color": ["__enum": ["red", "green"]]], "fail": [:],
  ]
  let fields: [StateField<State>] = [.value("text", \.text), .value("color", \.color), .value("count", \.count)]
  /// The number of actions that were converted to plain data.
  let encodings = Guarded(0)

  func reduce(_ state: inout Recorded<State>, _ action: Action) throws -> Effect<Action> {
    state.count += 1
    switch action {
    case .write(let text): state.text = text
    case .paint(let color): state.color = color
    case .fail: throw Failure(description: "failed after \(state.count)")
    }
    return .none
  }

  func action(_ name: String, _ fields: PackedRecord) -> Action {
    switch name {
    case "write": .write(fields["text"].text ?? "")
    case "paint": .paint(fields["color"].text ?? "")
    default: .fail
    }
  }

  func shortName(of action: Action) -> String {
    switch action {
    case .write: "write"
    case .paint: "paint"
    case .fail: "fail"
    }
  }

  func plain(_ action: Action) throws -> (name: String, fields: Record) {
    encodings.withLock { $0 += 1 }
    switch action {
    case .write("unspeakable"): throw Failure(description: "it cannot be said")
    case .write(let text): return ("write", ["text": .string(text)])
    case .paint(let color): return ("paint", ["color": .string(color)])
    case .fail: return ("fail", [:])
    }
  }
}
