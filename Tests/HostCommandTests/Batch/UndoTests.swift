import Testing

@Suite("Undo in batch")
struct UndoTests {
  private let folder = AppFolder()

  @Test("with --json every change is reported, so that a consumer can follow the state")
  func json() throws {
    let run = try Batch(
      folder, "--json", "-e", "counter.inc{ by = 2 }", "-e", "counter.push{ sku = 'x', qty = 2 }", "-e",
      "counter.inc{ by = 5 }", "-e", ":undo 2", "-e", ":redo", "-e", ":at 1", "-e", ":resume")
    let lines = run.answers.filter { !$0.contains(#""kind":"action""#) && !$0.contains(#""kind":"at""#) }
    #expect(
      lines == [
        #"{"kind":"change","n":1,"op":"set","path":["counter","count"],"old":0,"new":2}"#,
        #"{"kind":"change","n":2,"op":"insert","path":["counter","items",1],"new":{"qty":2,"sku":"x"}}"#,
        #"{"kind":"change","n":3,"op":"set","path":["counter","count"],"old":2,"new":7}"#,
        #"{"kind":"undo","removed":[3,2]}"#,
        #"{"kind":"change","rebase":2,"op":"set","path":["counter","count"],"old":7,"new":2}"#,
        #"{"kind":"change","rebase":2,"op":"remove","path":["counter","items",1],"old":{"qty":2,"sku":"x"}}"#,
        #"{"kind":"redo","restored":[2]}"#,
        #"{"kind":"change","rebase":2,"op":"insert","path":["counter","items",1],"new":{"qty":2,"sku":"x"}}"#,
        #"{"kind":"resume","removed":[2]}"#,
        #"{"kind":"change","rebase":2,"op":"remove","path":["counter","items",1],"old":{"qty":2,"sku":"x"}}"#,
      ])
    #expect(run.code == 0)
  }

  @Test("with -v, undone actions are printed with the resulting changes; without -v, nothing is")
  func text() throws {
    let lines = ["-e", "counter.inc{ by = 2 }", "-e", ":undo", "-e", ":redo", "-e", "state.counter.count"]
    let quiet = try Batch(folder, arguments: lines)
    #expect(quiet.error == "" && quiet.lines == ["2"])
    let verbose = try Batch(folder, arguments: ["-v"] + lines)
    let told = verbose.error.split(separator: "\n").map(String.init)
    #expect(told.count == 6)
    #expect(told[2].hasPrefix("↶ #1 counter/inc {by=2}") && told[2].hasSuffix("1 change, undone"))
    #expect(told[3] == "   counter.count: 2 → 0")
    #expect(told[4].hasPrefix("↷ #1 counter/inc {by=2}") && told[5] == "   counter.count: 0 → 2")
  }

  @Test("takes a number from 1 on")
  func counts() throws {
    let run = try Batch(folder, "--keep-going", "-e", ":undo x", "-e", ":redo 0", "-e", ":resume", "-e", ":undo")
    #expect(
      run.error == """
        :undo: takes how many, as in :undo 3, got x
        :redo: takes how many, as in :redo 3, got 0
        resume: the present is shown; :at 3 shows the state after #3
        undo: there is nothing to undo

        """)
    #expect(run.code == 1)
  }
}
