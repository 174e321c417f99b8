import Testing

@Suite("Watching, tracing and profiling in batch")
struct ObservingBatchTests {
  private let folder = AppFolder()

  @Test("a watched place is printed among the values, as text and as JSON")
  func watch() throws {
    let text = try Batch(folder, input: ":watch counter.count\ncounter.inc{}\ncounter.inc{ by = 2 }\n")
    #expect(text.lines == ["[watch] counter.count: 0", "[watch] counter.count: 0 → 1", "[watch] counter.count: 1 → 3"])
    #expect(text.error == "")
    let json = try Batch(folder, "--json", input: ":watch counter.count\ncounter.inc{}\n")
    #expect(
      json.lines.filter { $0.contains(#""watch""#) } == [
        #"{"kind":"watch","path":["counter","count"],"new":0}"#,
        #"{"kind":"watch","path":["counter","count"],"old":0,"new":1}"#,
      ])
  }

  @Test("a trace is printed without -v")
  func trace() throws {
    let run = try Batch(folder, input: ":trace counter/inc\ncounter.inc{}\ncounter.reset{}\n")
    #expect(run.lines == ["traced: counter/inc, with effects"])
    #expect(run.error.contains("#1 counter/inc") && run.error.contains("   counter.count: 0 → 1"))
    #expect(!run.error.contains("counter/reset"))
    let json = try Batch(folder, "--json", input: ":trace counter/later\ncounter.later{ s = 0 }\n")
    let began = #"{"kind":"log","level":"trace","message":"effect of counter/later began","#
    #expect(json.lines.contains(began + #""fields":{"action":"counter/later","n":1}}"#))
    #expect(!json.output.contains("counter/inc"))
    let all = try Batch(folder, "--json", input: ":trace all\ncounter.later{ s = 0 }\n")
    #expect(all.lines.contains(began + #""fields":{"action":"counter/later","n":1}}"#))
  }

  @Test("costs are lines of JSON")
  func costs() throws {
    let run = try Batch(folder, "--json", input: ":prof on\ncounter.inc{}\n:prof\n:prof #1\n")
    let line = try #require(run.lines.first { $0.contains(#""cost""#) })
    #expect(line.hasPrefix(#"{"kind":"cost","of":"reducer","name":"counter/inc","calls":1,"seconds":"#))
    let span = #"{"kind":"span","n":1,"of":"reducer","name":"counter/inc","depth":0,"start":0.0,"seconds":"#
    #expect(run.lines.contains { $0.hasPrefix(span) })
  }

  @Test("the data of an action is plain data")
  func question() throws {
    let run = try Batch(folder, "--json", "-e", "counter.push?")
    let answer = #"{"feature":"counter","file":"features/counter.lua","kind":"reducer","line":14}"#
    let action = #""declared":true,"fields":{"qty":"integer","sku":"string"},"name":"counter/push""#
    let start = #"{"kind":"value","line":1,"index":1,"value":{"answers":["#
    #expect(run.answers == [start + answer + "]," + action + "}}"])
    #expect(try Batch(folder, "-e", "counter.pusch?").code == 1)
  }

  @Test("each function of the library and each word of the prompt can be described")
  func library() throws {
    let list = "local names = {} for name in pairs(udf) do names[#names + 1] = name end return table.concat(names, ' ')"
    let functions = try #require(try Batch(folder, "-e", list).lines.first).split(separator: " ").map { "udf.\($0)?" }
    #expect(functions.count > 20)
    let words = ["state?", "view?", "event?", "dispatch?", "settle?", "it?", "services?", "udf?", "print?"]
    let run = try Batch(folder, input: (functions + words).joined(separator: "\n"))
    #expect(run.error == "")
    #expect(run.code == 0)
  }
}
