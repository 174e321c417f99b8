import Testing

@Suite("Effects, actions and long values in batch")
struct LookingTests {
  private let folder = AppFolder()

  @Test("effects are listed and cancelled by their numbers")
  func effects() throws {
    let run = try Batch(
      folder, "--keep-going", "--settle", "0",
      input: """
        :effects
        counter.later{ s = 3600 }
        :effects
        :effects counter/l*
        :effects other/*
        :cancel 1
        :effects
        :cancel 1
        :cancel
        """)
    #expect(
      run.lines.map { $0.replacing(#/[0-9.]+ s\b/#, with: "… s") } == [
        "no effect is running", "1  effect of counter/later  since … s ← #1  sleeps … s more",
        "1  effect of counter/later  since … s ← #1  sleeps … s more", "no effect of other/* is running",
        "no effect is running",
      ])
    #expect(
      run.error == """
        cancel: there is no running effect 1
        :cancel: takes a number, as in :cancel 3, got nothing

        """)
  }

  @Test(":action prints everything about an action, as text and as JSON")
  func action() throws {
    let run = try Batch(folder, "-e", "counter.push{ sku = 'A1', qty = 2 }", "-e", ":action 1")
    #expect(
      run.lines.map { $0.replacing(#/[0-9.]+ (s|ms)\b/#, with: "…") } == [
        "#1 counter/push", "     qty=2", #"     sku="A1""#, "   prompt, … ago, in …, generation 1",
        "   sent from -e 1:1",
        #"   counter.items[1]: + {qty=2, sku="A1"}"#,
      ])
    let json = try Batch(folder, "--json", "-e", "counter.later{ s = 0 }", "-e", ":action 1")
    let line = try #require(json.lines.last)
    #expect(line.hasPrefix(#"{"kind":"details","n":1,"type":"counter/later","fields":{"s":0},"origin":"prompt","#))
    let effect = #"{"name":"effect of counter/later","outcome":"ended","place":"features/counter.lua:19"}"#
    #expect(line.hasSuffix(#""caused":[2],"effects":[\#(effect)],"calls":[]}"#))
    let missing = try Batch(folder, "-e", ":action 7")
    #expect(missing.error == "action: there is no action #7; nothing has happened yet\n")
    #expect(missing.code == 1)
  }

  @Test(":print writes a value as a whole, one item a line if it is long; what it cannot evaluate is an error")
  func print() throws {
    let run = try Batch(
      folder, "--keep-going",
      input: ":print { 1, 'x' }\n:print ('y'):rep(90)\n:print {('z'):rep(90)}\n:print\n:print (\n:print x.y\n")
    #expect(
      run.lines == [
        #"{1, "x"}"#, "\"\(String(repeating: "y", count: 90))\"", "{", "  \"\(String(repeating: "z", count: 90))\",",
        "}",
      ])
    #expect(
      run.error == """
        :print: takes an expression, as in :print state.cart
        :print: the expression is not complete: (
        stdin:6: attempt to index a nil value (global 'x')
          The features are: counter.

        """)
  }

  @Test("a line with the type of an action instead of its call says what to write")
  func typed() throws {
    let run = try Batch(
      folder, "--keep-going", "-e", "counter/inc{ by = 2 }", "-e", "counter/nothing{}", "-e", "counter/inc")
    #expect(
      run.error == """
        -e 1:1: attempt to call a nil value (global 'inc')
          The features are: counter.
          To send this action, write: counter.inc{ … }
        -e 2:1: attempt to call a nil value (global 'nothing')
          The features are: counter.
        -e 3:1: attempt to perform arithmetic on a table value (global 'counter')
          To send this action, write: counter.inc{ … }

        """)
  }

  @Test("-v shortens long values and many changes as the prompt does")
  func verbose() throws {
    folder.write(
      "features/counter.lua",
      AppFolder.counterFeature.replacing(
        "reset = function(state) state.count = 0 end",
        with: """
          reset = function(state)
              for i = 1, 50 do state.items[i] = { id = i } end
              for _ = 1, 12000 do table.insert(state.items, 1, table.remove(state.items)) end
            end
          """))
    let text = "counter.push{ sku = ('x'):rep(100000), qty = 1 }"
    let run = try Batch(folder, "-v", "-e", "counter.reset{}", "-e", text)
    let lines = run.error.split(separator: "\n")
    #expect(lines.count == 1 + 20 + 1 + 2)
    #expect(lines[21] == "   … 24030 more")
    #expect(run.error.utf8.count < 4000)
    #expect(lines.last?.hasSuffix(#"xx"…}"#) == true, "\(lines.last ?? "")")
  }
}
