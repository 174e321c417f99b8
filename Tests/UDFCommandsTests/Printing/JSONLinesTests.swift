import Testing
import UDFHost

@testable import UDFCommands

@Suite("The lines of --json")
struct JSONLinesTests {
  @Test("an action")
  func action() throws {
    let record = ActionRecord(
      n: 1, type: "cart/add", fields: ["sku": "A1", "qty": 2], origin: .prompt, status: .committed,
      changes: [],
      duration: 0, undone: false)
    #expect(
      JSONLines.action(record)
        == #"{"kind":"action","n":1,"type":"cart/add","fields":{"qty":2,"sku":"A1"},"origin":"prompt","status":"committed"}"#
    )
  }

  @Test("an action of a shared feature names its host and its position in the log, null while it is optimistic")
  func shared() throws {
    var record = ActionRecord(
      n: 1, type: "board/turn", fields: [:], origin: .log, status: .committed,
      shared: SharedOrigin(host: "till-2", position: 41))
    #expect(
      JSONLines.action(record)
        == #"{"kind":"action","n":1,"type":"board/turn","fields":{},"origin":"log","status":"committed","host":"till-2","position":41}"#
    )
    record.shared?.position = nil
    #expect(
      JSONLines.history(record)
        == #"{"kind":"history","n":1,"type":"board/turn","fields":{},"origin":"log","status":"committed","host":"till-2","position":null,"changes":[]}"#
    )
  }

  @Test("an action of a view event names the event")
  func event() throws {
    let record = ActionRecord(
      n: 1, type: "cart/add", fields: [:], origin: .event, status: .committed, site: "prompt:1", event: "cart.tap")
    #expect(
      JSONLines.action(record)
        == #"{"kind":"action","n":1,"type":"cart/add","fields":{},"origin":"event","status":"committed","event":"cart.tap"}"#
    )
  }

  @Test("an action of an engine is marked")
  func sync() throws {
    let record = ActionRecord(
      n: 2, type: "articles/pending", fields: ["count": 1, "dead": 0], origin: .sync, status: .committed)
    #expect(
      JSONLines.action(record)
        == #"{"kind":"action","n":2,"type":"articles/pending","fields":{"count":1,"dead":0},"origin":"sync","status":"committed"}"#
    )
  }

  @Test("a change omits a missing side, and keeps null")
  func change() throws {
    let path = Path([.key("cart"), .key("items"), .index(1)])
    #expect(
      JSONLines.change(Change(.insert, path, old: .none, new: ["a": 2.0]), of: 3)
        == #"{"kind":"change","n":3,"op":"insert","path":["cart","items",1],"new":{"a":2.0}}"#)
    #expect(
      JSONLines.change(Change(.set, path, old: .null, new: 1), of: 3)
        == #"{"kind":"change","n":3,"op":"set","path":["cart","items",1],"old":null,"new":1}"#)
  }

  @Test("values keep their types, and strings are escaped")
  func value() throws {
    #expect(JSONLines.value(.none, line: 3, index: 2) == #"{"kind":"value","line":3,"index":2,"value":null}"#)
    #expect(
      JSONLines.value([1, 2.0, 1e100, true, [:], [], "\"\\\n\u{1}é🙂"], line: 1, index: 1)
        == #"{"kind":"value","line":1,"index":1,"value":[1,2.0,1e+100,true,{},[],"\"\\\n\u0001é🙂"]}"#)
  }

  @Test("an error omits unknown members")
  func error() throws {
    #expect(
      JSONLines.error(HostError(code: "raised", message: "no"), action: nil)
        == #"{"kind":"error","code":"raised","message":"no"}"#)
    #expect(
      JSONLines.error(
        HostError(code: "raised", message: "no", file: "a.lua", line: 12, column: 3), action: 4)
        == #"{"kind":"error","code":"raised","message":"no","file":"a.lua","line":12,"column":3,"n":4}"#)
  }

  @Test("an error has its traceback only if it is requested and exists")
  func traceback() throws {
    let error = HostError(code: "raised", message: "no", traceback: "a.lua:1: in reducer\na.lua:2: in effect")
    #expect(JSONLines.error(error) == #"{"kind":"error","code":"raised","message":"no"}"#)
    #expect(
      JSONLines.error(error, showsTraceback: true)
        == #"{"kind":"error","code":"raised","message":"no","traceback":"a.lua:1: in reducer\na.lua:2: in effect"}"#)
    #expect(
      JSONLines.error(HostError(code: "raised", message: "no"), showsTraceback: true)
        == #"{"kind":"error","code":"raised","message":"no"}"#)
  }

  @Test("a reload and a log line")
  func others() throws {
    let report = ReloadReport(
      generation: 4, ok: true, files: ["a.lua"], error: nil, duration: 0.1, stateReset: false)
    #expect(JSONLines.reload(report) == #"{"kind":"reload","generation":4,"ok":true,"files":["a.lua"]}"#)
    #expect(
      JSONLines.log(level: "info", message: "m", fields: [:])
        == #"{"kind":"log","level":"info","message":"m"}"#)
  }

  @Test("values without a JSON form are marked as in a saved state, so that no line is missing")
  func marked() {
    #expect(
      JSONLines.value(["rows": [["name": .bytes([0xFF])]], "$": .number(.nan)], line: 1, index: 1)
        == #"{"kind":"value","line":1,"index":1,"value":{"$$":{"$number":"nan"},"rows":[{"name":{"$bytes":"ff"}}]}}"#)
    let record = ActionRecord(
      n: 3, type: "cart/put", fields: ["price": .number(.infinity)], origin: .effect, status: .committed)
    #expect(
      JSONLines.action(record)
        == #"{"kind":"action","n":3,"type":"cart/put","fields":{"price":{"$number":"inf"}},"origin":"effect","status":"committed"}"#
    )
  }
}
