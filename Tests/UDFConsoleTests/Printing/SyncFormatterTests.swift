import Testing
import UDFHost
import UDFTooling

@testable import UDFConsole

@Suite("Listing sync features")
struct SyncFormatterTests {
  private var listing: SyncListing {
    let info = SyncInfo(
      rows: 450,
      state: [
        "phase": "waiting", "stale": true, "pending": 3_992, "dead": 2, "problem": "no network", "cursor": "t7",
      ])
    return SyncListing(
      feature: "articles", info: info, age: 190, retryIn: 4.2,
      waiting: [
        ["id": 8, "op": "put", "key": "c", "accepted": true], ["id": 9, "op": "delete", "key": "d", "accepted": false],
      ],
      dead: [
        [
          "mutation": 7, "op": "patch", "key": "a", "row": ["title": "Mine"], "code": "gone",
          "message": "it was withdrawn", "since": 1000.0, "age": 7300.0,
        ],
        ["mutation": 10, "op": "delete", "key": "b", "code": "refused", "message": "b is not yours"],
      ])
  }

  @Test("all of them have a line each, with what is wrong and since when the rows are the server's")
  func summary() {
    var other = listing
    other.feature = "notes"
    (other.age, other.retryIn) = (nil, nil)
    other.info.state = ["phase": "idle", "stale": false]
    #expect(
      SyncFormatter().summary([listing, other]) == """
        articles  450 rows · waiting · stale · 3,992 pending · 2 dead · problem: no network · equal to the server 3 min ago · next try in 4 s
        notes     450 rows · idle · fresh · 0 pending · 0 dead
        """)
  }

  @Test("one of them has its first waiting mutations and dead letters, and what to send")
  func details() {
    #expect(
      SyncFormatter().details(listing) == """
        articles  450 rows · waiting · stale · 3,992 pending · 2 dead · problem: no network
          equal to the server 3 min ago · next try in 4 s · cursor t7
        waiting for the server
          8  put c  accepted, not yet pulled
          9  delete d
          … and 3,990 more
        dead letters
          7  patch a  2 h ago  gone: it was withdrawn
            {title="Mine"}
          10  delete b  refused: b is not yours
        to send one again, send it changed, or give it up:
          articles.retry{ id = 7 }
          articles.amend{ id = 7, patch = {title="Mine"} }
          articles.bury{ id = 7 }
        """)
  }

  @Test("one whose cache is closed says how to open it, and one that does not answer says so")
  func closed() {
    var listing = SyncListing(feature: "notes", info: SyncInfo(rows: 0, state: ["phase": "closed", "stale": true]))
    #expect(
      SyncFormatter().details(listing) == """
        notes  0 rows · closed · stale · 0 pending · 0 dead
          The cache is not open; `state.notes` opens it.
        """)
    listing.waiting = nil
    #expect(SyncFormatter().details(listing).hasSuffix("so what waits is not listed; try again."))
  }

  @Test("as JSON a listing has the fields of the state, the mutations and the dead letters")
  func described() {
    let described = Value.map(listing.described)
    #expect(described["name"] == "articles" && described["phase"] == "waiting" && described["dead"] == 2)
    #expect(described["waiting"].items.count == 2 && described["deadLetters"].items[0]["mutation"] == 7)
  }

  @Test(
    "an age has the largest unit of which there is at least one",
    arguments: [
      (0.4, "0 s"), (59.9, "59 s"), (60, "1 min"), (7199, "1 h"), (86_400, "1 day"), (200_000, "2 days"),
    ])
  func age(seconds: Double, text: String) { #expect(ElapsedTime.age(seconds: seconds) == text) }
}
