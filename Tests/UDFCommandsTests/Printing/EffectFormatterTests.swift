import Testing
import UDFHost
import UDFTooling

@testable import UDFCommands

@Suite("Printing of effects, and of everything about one action")
struct EffectFormatterTests {
  private static let running = EffectInfo(
    number: 7, name: "effect of cart/load", feature: "cart", type: "cart/load", id: "A\u{1B}[2J\n1", action: 12,
    seconds: 3.4, waits: [.service("http.get"), .time(2.5), .time(2.5), .native, .service("")])
  private static let others = [
    EffectInfo(
      number: 12, name: "effect of cart/save", feature: "cart", type: "cart/save", seconds: 200, hasBegun: false,
      waits: [.turn]),
    EffectInfo(
      number: 13, name: "function sent by cart", feature: "cart", type: "cart/", seconds: 0.5, hasBegun: false,
      isCancelled: true, isBackground: true, waits: [.calm(0.25)]),
  ]

  @Test("each line has the number, the start, the action, and what the effect waits for")
  func lines() {
    #expect(
      EffectFormatter().lines([Self.running] + Self.others) == [
        #" 7  effect of cart/load "A\x1B[2J\n1"  since 3 s ← #12  waits for http.get, sleeps 2.5 s more (2 times), "#
          + "runs in Swift, … 1 more",
        "12  effect of cart/save                requested 3 min ago  waits for its turn",
        "13  function sent by cart              requested 0 s ago  begins in 250 ms  cancelled  in the background",
      ])
    #expect(EffectFormatter(limit: 1).lines(Self.others).last == "… 1 more")
    #expect(EffectFormatter().lines([]) == [])
  }

  private static let record = ActionRecord(
    n: 12, type: "cart/load", fields: ["sku": "A1", "more": ["deep": [1, 2]]], origin: .effect, status: .committed,
    changes: [Change(.set, Path([.key("cart"), .key("total")]), old: 0, new: 39.8)], duration: 0.000_02,
    undone: true, generation: 2, site: "cart.lua:12", cause: 9, event: "cart.tap")

  private static let details = ActionDetails(
    record: record, age: 63,
    cause: ActionRecord(n: 9, type: "cart/start", fields: [:], origin: .prompt, status: .committed),
    caused: (13...15).map { n in
      ActionRecord(n: n, type: "cart/priced", fields: ["total": 1], origin: .effect, status: .committed)
    },
    effects: [
      .init(name: "effect of cart/load", outcome: .underWay(Self.others[0])),
      .init(name: "effect of cart/a", outcome: .ended),
      .init(name: "effect of cart/b", outcome: .lost(.cancelled, by: 3)),
      .init(name: "effect of cart/c", outcome: .lost(.absorbed, by: 4)),
    ],
    calls: [
      MadeCall(n: 12, service: "http", method: "post"), MadeCall(n: 12, service: "kv", method: "set"),
      MadeCall(n: 12, service: "http", method: "post"),
    ])

  @Test("everything about one action")
  func details() {
    #expect(
      ActionDetailsFormatter().text(Self.details) == """
        #12 cart/load
             more={deep={1, 2}}
             sku="A1"
           effect, 1 min ago, in 0.02 ms, generation 2, undone
           sent by the event cart.tap from cart.lua:12
           caused by #9 cart/start
           cart.total: 0 → 39.8
           12 effect of cart/save  requested 3 min ago  waits for its turn
           effect of cart/a has ended
           effect of cart/b was cancelled by #3
           effect of cart/c did not begin because of #4
           http.post was called 2 times
           kv.set was called
           caused #13 cart/priced {total=1}
           caused #14 cart/priced {total=1}
           caused #15 cart/priced {total=1}
        """)
  }

  @Test("long fields of one action follow, whole, in lines of the window's width")
  func longFields() {
    let record = ActionRecord(
      n: 1, type: "a/b", fields: ["rows": .list((1...4).map { .map(["name": .string("row \($0)")]) })], origin: .native,
      status: .committed, generation: 1)
    let text = ActionDetailsFormatter(width: 30).text(ActionDetails(record: record))
    #expect(
      text == """
        #1 a/b
             rows={{…}, {…}, … 2 more}
           native, generation 1
           no change
           complete fields:
             rows={
               {name="row 1"},
               {name="row 2"},
               {name="row 3"},
               {name="row 4"},
             }
        """)
  }

  @Test("an action of which little is known")
  func bare() {
    let record = ActionRecord(
      n: 1, type: "a/b", fields: [:], origin: .native, status: .committed, generation: 1, cause: 4)
    #expect(
      ActionDetailsFormatter().text(ActionDetails(record: record)) == """
        #1 a/b
           native, generation 1
           caused by #4
           no change
        """)
  }

  @Test("as JSON")
  func json() {
    #expect(
      JSONLines.effect(Self.running)
        == #"{"kind":"effect","begun":true,"feature":"cart","id":"A\u001b[2J\n1","n":12,"name":"effect of cart/load","number":7,"#
        + #""seconds":3.4,"type":"cart/load","waits":[{"for":"service","name":"http.get"},{"for":"time","seconds":2.5},"#
        + #"{"for":"time","seconds":2.5},{"for":"native"},{"for":"service"}]}"#)
    #expect(
      JSONLines.details(Self.details)
        == #"{"kind":"details","n":12,"type":"cart/load","fields":{"more":{"deep":[1,2]},"sku":"A1"},"origin":"effect","#
        + #""generation":2,"seconds":2e-05,"age":63.0,"undone":true,"event":"cart.tap","site":"cart.lua:12","cause":9,"#
        + #""changes":[{"new":39.8,"old":0,"op":"set","path":["cart","total"]}],"caused":[13,14,15],"effects":[{"begun":false,"#
        + #""feature":"cart","name":"effect of cart/save","number":12,"outcome":"underWay","seconds":200.0,"type":"cart/save","#
        + #""waits":[{"for":"turn"}]},{"name":"effect of cart/a","outcome":"ended"},"#
        + #"{"by":3,"name":"effect of cart/b","outcome":"cancelled"},{"by":4,"name":"effect of cart/c","outcome":"absorbed"}],"#
        + #""calls":[{"method":"post","service":"http"},{"method":"set","service":"kv"},{"method":"post","service":"http"}]}"#
    )
  }
}
