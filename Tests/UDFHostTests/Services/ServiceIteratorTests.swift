import HostTesting
import Testing

@Suite("an iterator of a service declared in Swift")
struct ServiceIteratorTests {
  private let office = PostOffice()

  @Test("returns the next value to each task that waits, and loses none between two")
  func stream() async throws {
    let app = try office.app(
      """
      go = function(cx)
        for letter in cx.services.post.letters("Ada", 2) do note(cx, letter) end
        local following = cx.services.post.letters("Bob", 1)
        cx.all {
          function() note(cx, following()) end,
          function() note(cx, select(2, pcall(function() note(cx, following()) end))) end,
        }
        note(cx, following())
        note(cx, following())
      end,
      lost = function(cx)
        for letter in cx.services.post.letters("nobody", 1) do note(cx, letter) end
      end
      """)
    try app.run("a.go()")
    #expect(try app.notes() == [])
    await office.settle(app)
    #expect(
      try app.notes() == [
        "letter to Ada 1", "PS 1", "letter to Ada 2", "PS 2",
        """
        a.lua:14: post.letters: another task already waits for this iterator. To fix this, give each task an \
        iterator of its own
        """, "letter to Bob 1", "PS 1", "nil",
      ])
    try app.run("a.lost()")
    await office.settle(app)
    #expect(
      app.errors.map(\.message) == [
        """
        a.lua:20: effect of a/lost: nobody lives there
          The effect has ended; the state is as it left it.
        """
      ])
  }

  @Test("returns the value for a cancelled task to the next one, and the end of the loop cancels the pending call")
  func streamAfterCancelling() async throws {
    let app = try office.app(
      """
      go = function(cx)
        local following = cx.services.post.letters("Ada", 1)
        cx.race { function() following() end, function() cx.sleep(1) end }
        note(cx, following())
      end,
      leave = function(cx)
        cx.race {
          function() for letter in cx.services.post.letters("Bob", 1) do note(cx, letter) end end,
          function() cx.sleep(1) end,
        }
        note(cx, "left")
      end,
      """)
    try app.run("a.go()")
    await office.post.has("Ada 1")
    app.pass(1)
    #expect(office.post.cancelled == [])
    await office.settle(app)
    #expect(try app.notes() == ["letter to Ada 1"])
    try app.run("a.leave()")
    await office.post.has("Bob 1")
    app.pass(1)
    #expect(office.post.cancelled == ["Bob 1"])
    #expect(try app.notes() == ["left"])
  }
}
