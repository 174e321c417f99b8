import Glibc
import Testing

@Suite("Batch")
struct BatchTests {
  private let folder = AppFolder()

  @Test("values and print are written to standard output, one a line, with strings unquoted")
  func values() throws {
    let run = try Batch(folder, "-e", #"print("a", 1)"#, "-e", #"1, 2.0, "x\ny", nil"#, "-e", "state.counter")
    #expect(run.output == "a\t1\n1\n2.0\nx\ny\nnil\n{count=0, items={}}\n")
    #expect(run.error == "")
    #expect(run.code == 0)
  }

  @Test("a pipe and -e have the same output, for lines and commands")
  func pipeAndExpressions() throws {
    let lines = [
      "counter.inc{ by = 2 }", "state.counter.count", ":state counter.count", ":view counter", "it",
    ]
    let piped = try Batch(folder, input: lines.joined(separator: "\n"))
    let given = try Batch(
      folder, "-e", lines[0], "-e", lines[1], "-e", lines[2], "-e", lines[3], "-e", lines[4])
    #expect(piped.output == "2\n2\n{label=\"count is 2\"}\n2\n")
    #expect(given.output == piped.output)
    #expect(given.error == piped.error)
    #expect(given.code == 0 && piped.code == 0)
  }

  @Test("a line runs after the effects of the previous line have settled, in a pipe too")
  func settledLines() throws {
    let lines = ["counter.later{ s = 0.05 } counter.later{ s = 0.06 }", "state.counter.count", "counter.later{}"]
    let given = try Batch(folder, "-e", lines[0], "-e", lines[1], "-e", lines[2], "-e", "state.counter.count")
    #expect(given.output == "2\n3\n")
    let piped = try Batch(folder, input: (lines + ["state.counter.count"]).joined(separator: "\n"))
    #expect(piped.output == given.output)
    #expect(piped.code == 0 && given.code == 0)
  }

  @Test("with --settle 0, no line waits for effects")
  func unsettledLines() throws {
    let run = try Batch(folder, "--settle", "0", "-e", "counter.later{ s = 60 }", "-e", "state.counter.count")
    #expect(run.output == "0\n")
    #expect(run.code == 3)
  }

  @Test("at a past point, where effects are delayed, no line waits for them")
  func settledInThePast() throws {
    let run = try Batch(
      folder, "-e", "counter.inc{}", "-e", "counter.later{ s = 0.05 } counter.inc{}", "-e", ":at 1", "-e",
      "state.counter.count", "-e", ":at live", "-e", "state.counter.count")
    #expect(run.output.hasPrefix("1\n"), "\(run.output)")
    #expect(run.output.hasSuffix("3\n"), "\(run.output)")
    #expect(run.error == "")
  }

  @Test("-e and -f run in their order, with standard input for -f -")
  func order() throws {
    let file = folder.write(
      "step.lua", "#!/usr/bin/env udfhost\ncounter.inc{ by = 10 }\nprint('file', state.counter.count)")
    let run = try Batch(
      folder, "-e", "print(1)", "-f", file, "-e", "print(2)", "-f", "-", "-e", "print(3)",
      input: "print('in')\n")
    #expect(run.lines == ["1", "file\t10", "2", "in", "3"])
  }

  @Test("-f reads the pipe that a shell passes for <(command), and /dev/stdin")
  func pipes() throws {
    let run = try Batch(
      folder, command: "bash -c \"udfhost -f <(echo 'print(1) print(2)') -f /dev/stdin <<< $'local a = 3\\nprint(a)'\"")
    #expect(run.output == "1\n2\n3\n")
    #expect(run.error == "")
    let none = try Batch(folder, "-f", "/dev/fd/99")
    #expect(none.code == 2)
    #expect(none.error == "/dev/fd/99: there is no such file\n")
    let closed = try Batch(folder, command: "bash -c 'udfhost -f /dev/fd/1 | cat'")
    #expect(closed.error == "/dev/fd/1: cannot be read: Bad file descriptor\n  It was not run.\n")
    let endless = try Batch(folder, command: "bash -c 'udfhost -f <(yes print 1)'")
    #expect(
      endless.error.hasSuffix(": this has more than 16777216 bytes\n  It was not run.\n"), "\(endless.error)")
  }

  @Test("a byte order mark is not a part of a text")
  func byteOrderMark() throws {
    #expect(try Batch(folder, input: "\u{FEFF}print(1)\n").output == "1\n")
  }

  @Test("with -e, standard input is left to other readers")
  func inputLeftAlone() throws {
    #expect(try Batch(folder, "-e", "1", input: "print('not read')").output == "1\n")
  }

  @Test("a chunk of several lines runs when it is complete")
  func multiLine() throws {
    let run = try Batch(folder, input: "for i = 1, 2 do\n  print(i)\nend\nreturn (\n7)\n")
    #expect(run.lines == ["1", "2", "7"])
  }

  @Test("an expression of several lines runs when it is complete")
  func multiLineExpression() throws {
    let run = try Batch(folder, input: "{\n  a = 1,\n}\n1 +\n2\n[[x\ny]]\n")
    #expect(run.output == "{a=1}\n3\nx\ny\n")
    #expect(run.error == "")
  }

  @Test("input that ends inside a chunk is an error, with the line where the chunk began")
  func unfinished() throws {
    let run = try Batch(folder, input: "print(1)\nif true then\nprint(2)\n")
    #expect(run.output == "1\n")
    #expect(
      run.error == """
        stdin:2: the input ends before this chunk is complete
          It was not run.
          To fix this, add what is missing: an `end`, a closing bracket, a quote, or `return` before a value.

        """)
    #expect(run.code == 1)
  }

  @Test("a refused action names the line of the input that sent it")
  func refusedLine() throws {
    let run = try Batch(folder, "--keep-going", input: "print(1)\n\ncounter.inc{ by = 'x' }\n")
    #expect(run.error.contains("\n  It was sent at stdin:3.\n"), "\(run.error)")
    let file = folder.write("lines.lua", "\nfor i = 1, 2 do\n  counter.inc{ by = 'x' }\nend\n")
    #expect(try Batch(folder, "-f", file).error.contains("It was sent at \(file):3."))
    #expect(try !Batch(folder, "-e", "counter.inc{ by = 'x' }").error.contains("sent at"), "the user sees the line")
  }

  @Test("actions are written to standard error only with -v")
  func verbose() throws {
    let silent = try Batch(folder, "-e", "counter.inc{ by = 2 }")
    #expect(silent.output == "" && silent.error == "")
    let run = try Batch(folder, "-v", "-e", "counter.inc{ by = 2 }")
    #expect(run.output == "")
    #expect(run.error.wholeMatch(of: /#1 counter\/inc {by=2}  +[0-9.]+ m?s\n   counter.count: 0 → 2\n/) != nil)
  }

  @Test("with --json everything is one object a line, with changes after their action")
  func json() throws {
    let run = try Batch(
      folder, "--json", "-e", #"counter.push{ sku = "A1", qty = 2 }"#, "-e", "state.counter.count", "-e",
      "print(1)")
    #expect(
      run.answers == [
        #"{"kind":"action","n":1,"type":"counter/push","fields":{"qty":2,"sku":"A1"},"origin":"prompt","status":"committed"}"#,
        #"{"kind":"change","n":1,"op":"insert","path":["counter","items",1],"new":{"qty":2,"sku":"A1"}}"#,
        #"{"kind":"value","line":2,"index":1,"value":0}"#,
        #"{"kind":"log","level":"print","message":"1"}"#,
      ])
    #expect(run.error == "")
    #expect(run.code == 0)
  }

  @Test("with --json, a reload that changes the state reports its changes, for consumers that follow the state")
  func reloadChanges() throws {
    let run = try Batch(
      folder, "--json", "-e", "counter.inc{ by = 2 }", "-e", #"counter.push{ sku = "A1", qty = 2 }"#, "-e", ":reload!",
      "-e", ":reload", "-e", "counter.inc{ by = 3 }")
    let lines = run.lines.filter { $0.hasPrefix(#"{"kind":"change""#) || $0.hasPrefix(#"{"kind":"reload""#) }
      .map { $0.replacing(/,"files":.*/, with: "") }
    #expect(
      lines == [
        #"{"kind":"change","n":1,"op":"set","path":["counter","count"],"old":0,"new":2}"#,
        #"{"kind":"change","n":2,"op":"insert","path":["counter","items",1],"new":{"qty":2,"sku":"A1"}}"#,
        #"{"kind":"reload","generation":2,"ok":true"#,
        #"{"kind":"change","op":"set","path":["counter","count"],"old":2,"new":0}"#,
        #"{"kind":"change","op":"remove","path":["counter","items",1],"old":{"qty":2,"sku":"A1"}}"#,
        #"{"kind":"reload","generation":3,"ok":true"#,
        #"{"kind":"change","n":3,"op":"set","path":["counter","count"],"old":0,"new":3}"#,
      ])
  }

  @Test("the actions at the start of the app are reported too, with --json and with -v")
  func beginning() throws {
    let folder = AppFolder(
      app: """
        local udf = require "udf"
        return udf.app { name = "begun", features = {
          udf.feature { name = "cart", state = { n = 0 },
            reduce = { start = function() end, load = function(state) state.n = 1 end },
            effects = { start = function(cx) cx.send { type = "load" } end },
          },
        } }
        """, features: [:])
    #expect(
      try Batch(folder, "--json", "-e", "1").answers == [
        #"{"kind":"action","n":1,"type":"cart/start","fields":{},"origin":"native","status":"committed"}"#,
        #"{"kind":"action","n":2,"type":"cart/load","fields":{},"origin":"effect","status":"committed","#
          + #""site":"app.lua:5","cause":1}"#,
        #"{"kind":"change","n":2,"op":"set","path":["cart","n"],"old":0,"new":1}"#,
        #"{"kind":"value","line":1,"index":1,"value":1}"#,
      ])
    #expect(
      try Batch(folder, "-v", "-e", "1").error == """
        [native] #1 cart/start
        [effect] #2 cart/load  cart.n: 0 → 1  app.lua:5 ← #1

        """)
  }

  @Test("a view event is named with its action: with -v, with --json and in the history")
  func viewEvent() throws {
    let tap = ["-e", "event('counter.tap')"]
    let verbose = try Batch(folder, arguments: ["-v"] + tap + ["-e", ":hist"])
    #expect(verbose.error == "[event] #1 counter/inc ← counter.tap  counter.count: 0 → 1\n")
    #expect(verbose.output == "#1 counter/inc                            1 change, event ← counter.tap\n")
    let json = try Batch(folder, arguments: ["--json"] + tap)
    #expect(
      json.answers.first
        == #"{"kind":"action","n":1,"type":"counter/inc","fields":{},"origin":"event","status":"committed","event":"counter.tap"}"#
    )
  }

  @Test("with --json no line is missing, whatever an action contains, and the batch continues")
  func jsonOfAnything() throws {
    let run = try Batch(
      AppFolder(features: ["counter": Self.holder]), "--json", "-e", #"counter.put{ value = "\xff" }"#, "-e",
      "counter.put{ value = 1/0 }", "-e", "state.counter")
    #expect(
      run.answers == [
        #"{"kind":"action","n":1,"type":"counter/put","fields":{"value":{"$bytes":"ff"}},"origin":"prompt","status":"committed"}"#,
        #"{"kind":"change","n":1,"op":"set","path":["counter","held"],"new":{"$bytes":"ff"}}"#,
        #"{"kind":"action","n":2,"type":"counter/put","fields":{"value":{"$number":"inf"}},"origin":"prompt","status":"committed"}"#,
        #"{"kind":"change","n":2,"op":"set","path":["counter","held"],"old":{"$bytes":"ff"},"new":{"$number":"inf"}}"#,
        #"{"kind":"value","line":3,"index":1,"value":{"held":{"$number":"inf"}}}"#,
      ])
    #expect(run.code == 0)
  }

  private static let holder = """
    local udf = require "udf"
    return udf.feature {
      name = "counter", reduce = { put = function(state, action) state.held = action.value end },
    }
    """

  @Test("with --json, an error is an object too")
  func jsonError() throws {
    let run = try Batch(folder, "--json", "-e", "error('no', 0)")
    #expect(run.answers.count == 1)
    #expect(run.answers[0].hasPrefix(#"{"kind":"error","code":""#))
    #expect(run.error == "")
    #expect(run.code == 1)
  }

  @Test("with --json -v, an error has its traceback")
  func jsonTraceback() throws {
    let run = try Batch(folder, "--json", "-v", "-e", "error('no')")
    let position = #"{"kind":"error","code":"raised","message":"-e:1: no","file":"-e","line":1,"#
    let traceback = #""traceback":"stack traceback:\n\t[C]: in function 'error'\n\t-e:1: in main chunk\n\t[C]: in ?"}"#
    #expect(run.answers == [position + traceback])
  }

  @Test("with --json, an error has the fields of the table that a script raised")
  func jsonRaised() throws {
    let run = try Batch(folder, "--json", "-e", "error { code = 'full', message = 'no', room = 9 }")
    #expect(
      run.answers == [
        #"{"kind":"error","code":"raised","message":"no","raised":{"code":"full","room":9}}"#
      ])
  }

  @Test("with --json, a reload is an object, and a failed one is followed by its error")
  func jsonReload() throws {
    let fine = try Batch(folder, "--json", "-e", ":reload")
    #expect(
      fine.answers == [
        #"{"kind":"reload","generation":2,"ok":true,"files":["app.lua","features/counter.lua"]}"#
      ])
    // The command waits at the barrier until the app is broken.
    let wait = "repeat until services.files.exists('barrier')"
    let broken = try Batch(
      folder, "--json", "-e", "print(1)", "-e", wait, "-e", ":reload", "-e", "print(2)"
    ) { _ in
      folder.write("app.lua", "return {")
      folder.write("barrier", "")
    }
    #expect(broken.answers.count == 3)
    #expect(broken.answers[1].hasPrefix(#"{"kind":"reload","generation":1,"ok":false,"#))
    #expect(broken.answers[2].hasPrefix(#"{"kind":"error","code":"syntax","#))
    #expect(broken.code == 1)
  }

  @Test("with --json, a reload of a view that fails is followed by its error")
  func jsonReloadOfView() throws {
    let wait = "repeat until services.files.exists('barrier')"
    let run = try Batch(folder, "--json", "-e", "print(1)", "-e", wait, "-e", ":reload") { _ in
      folder.write(
        "features/counter.lua", AppFolder.counterFeature.replacing("state.count }", with: "state.missing.count }"))
      folder.write("barrier", "")
    }
    #expect(run.answers.count == 3)
    #expect(run.answers[1].hasPrefix(#"{"kind":"reload","generation":2,"ok":true,"#))
    #expect(run.answers[2].hasPrefix(#"{"kind":"error","code":"raised","message":"features/counter.lua:"#))
    #expect(run.code == 1)
  }

  @Test("effects run to their end, and their results are visible")
  func effects() throws {
    let run = try Batch(folder, "-v", "-e", "counter.later{}")
    #expect(run.error.contains("[effect] #2 counter/inc  counter.count: 0 → 1  features/counter.lua:21 ← #1\n"))
    #expect(run.code == 0)
  }

  @Test("a batch has no colours, whatever the environment contains")
  func noColour() throws {
    let run = try Batch(
      folder, "-v", "-e", "counter.inc{}", "-e", "error('x')", environment: ["TERM": "xterm"])
    #expect(!run.error.contains("\u{1B}"))
  }

  @Test("the command ends quietly when its reader closes the pipe, with 141 as after SIGPIPE")
  func brokenPipe() throws {
    let pipe = Launch.pipe()
    let errors = open(folder.write("stderr.txt", ""), O_WRONLY | O_CLOEXEC)
    let process = try Launch.spawn(
      [folder.app, "-e", "for i = 1, 100000 do print(i) end"], environment: Launch.environment(folder.path),
      input: 0,
      output: pipe.writing, error: errors)
    close(pipe.writing)
    close(pipe.reading)
    #expect(Launch.wait(for: process) == 141)
    #expect(folder.read("stderr.txt") == "")
  }

  @Test("a line that is not UTF-8 is refused as it is, and other bytes are written as escapes")
  func bytes() throws {
    let run = try Batch(
      folder, command: #"printf '1\nreturn #"\377"\nreturn #"\\xFF"\n' | udfhost --keep-going; echo $?"#)
    #expect(run.lines == ["1", "1", "1"])
    #expect(
      run.error == """
        stdin:2: this line is not UTF-8
          It was not run.
          To fix this, send UTF-8, and write other bytes as escapes: "\\xFF"

        """)
    let file = try Batch(folder, command: #"printf 'print(1)\nprint("\377")\n' > raw.lua; udfhost -f raw.lua"#)
    #expect(file.error.hasPrefix("raw.lua:2: this line is not UTF-8\n"))
    #expect(file.code == 1)
    let argument = try Batch(folder, command: #"udfhost -e "$(printf '\377')""#)
    #expect(argument.error == "argument 2 is not UTF-8; in Lua write other bytes as escapes: \"\\xFF\"\n")
    #expect(argument.code == 2)
    let joined = try Batch(folder, command: #"udfhost "-eprint('$(printf '\377')')""#)
    #expect(joined.error == "argument 1 is not UTF-8; in Lua write other bytes as escapes: \"\\xFF\"\n")
    let other = try Batch(folder, command: #"udfhost -e 1 -- "$(printf '\377')""#)
    #expect(other.error == "argument 4 is not UTF-8; give a name or a text that is\n")
  }

  @Test("standard input that cannot be read is an error")
  func unreadableInput() throws {
    let run = try Batch(folder, command: "udfhost -f - <.")
    #expect(run.error == "stdin: cannot be read: Is a directory\n  The rest of it was not run.\n")
    #expect(run.code == 1)
  }

  @Test("an action that is declared and not handled is not sent at the start")
  func unhandledStart() throws {
    folder.write(
      "app.lua",
      """
      local udf = require "udf"
      return udf.app { name = "counter", features = { udf.feature { name = "a", actions = { start = {} } } } }
      """)
    let run = try Batch(folder, "-e", "print('on')")
    #expect(run.output == "on\n")
    #expect(run.error == "")
    #expect(
      try Batch(folder, "-e", "a.start{}").error == """
        -e:1: a/start: no feature handles this action
          The state is unchanged.
          To fix this, add a reducer for it

        """)
  }

  @Test("--keep-alive continues after the last line until it is interrupted")
  func keepAlive() throws {
    let run = try Batch(folder, "--keep-alive", "-e", "print('up')", afterFirstLine: { kill($0, SIGINT) })
    #expect(run.output == "up\n")
    #expect(run.code == 130)
  }

  @Test("the app receives the arguments after --, including options")
  func arguments() throws {
    folder.write(
      "app.lua",
      """
      local udf = require "udf"
      return udf.app {
        name = "counter",
        features = { udf.feature { name = "args", state = { list = udf.list(udf.args) } } },
      }
      """)
    #expect(
      try Batch(folder, "-e", "state.args.list", "--", "one", "-e", "--json").output
        == #"{"one", "-e", "--json"}"# + "\n")
  }
}
