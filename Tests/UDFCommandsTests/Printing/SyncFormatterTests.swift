import Testing
import UDFHost
import UDFTooling

@testable import UDFCommands

@Suite("Printing of sync features")
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
          "mutation": 7, "op": "patch", "key": "a", "row": ["title": "Mine", "tags": []], "code": "gone",
          "message": "it was withdrawn", "since": 1000.0, "age": 7300.0,
        ],
        ["mutation": 10, "op": "delete", "key": "b", "code": "refused", "message": "b is not yours"],
      ])
  }

  @Test("changes of several collections are printed with the collections, also in the suggested command")
  func collections() {
    var listing = listing
    listing.waiting = []
    listing.dead = [
      [
        "mutation": 7, "op": "all", "code": "gone", "message": "no",
        "all": [
          ["op": "put", "collection": "articles", "key": "a", "row": ["id": "a"]],
          ["op": "delete", "collection": "tags", "key": "red"],
        ],
      ]
    ]
    let text = SyncFormatter(width: nil).details(listing)
    for line in [
      "    put articles/a  {id=\"a\"}", "    delete tags/red",
      "  articles.amend{ id = 7, all = { { collection = \"articles\", put = { id = \"a\" } }, { collection = \"tags\", delete = true, key = \"red\" } } }",
    ] {
      #expect(text.split(separator: "\n").contains { $0 == line }, "\(text)")
    }
  }

  @Test("in a list, each feature has a line with its problem and the age of its rows")
  func summary() {
    var other = listing
    other.feature = "notes"
    (other.age, other.retryIn) = (nil, nil)
    other.info.state = ["phase": "idle", "stale": false, "where": ["category": "fruit"]]
    #expect(
      SyncFormatter().summary([listing, other]) == """
        articles  450 rows · waiting · stale · 3,992 pending · 2 dead · problem: no network · equal to the server 3 min ago · next try in 4 s
        notes     450 rows · idle · fresh · where {category="fruit"} · 0 pending · 0 dead
        """)
  }

  @Test("several changes as one are listed one by one, with the command that sends them again")
  func several() {
    let all: Value = [
      ["op": "put", "key": "a", "row": ["id": "a"]], ["op": "patch", "key": "b", "row": ["n": 1]],
      ["op": "delete", "key": "c"],
    ]
    var listing = listing
    listing.info.state["pending"] = 1
    listing.info.state["dead"] = 1
    listing.waiting = [["id": 9, "op": "all", "all": all, "accepted": true]]
    listing.dead = [["mutation": 7, "op": "all", "all": all, "code": "gone", "message": "b was withdrawn"]]
    #expect(
      SyncFormatter().details(listing).split(separator: "\n").dropFirst(2).joined(separator: "\n") == """
        waiting for the server
          9  3 changes as one  accepted, not yet pulled
            put a  {id="a"}
            patch b  {n=1}
            delete c
        dead letters
          7  3 changes as one  gone: b was withdrawn
            put a  {id="a"}
            patch b  {n=1}
            delete c
        to retry, amend or delete a dead letter:
          articles.retry{ id = 7 }
          articles.amend{ id = 7, all = { { put = { id = "a" } }, { key = "b", patch = { n = 1 } }, { delete = true, key = "c" } } }
          articles.bury{ id = 7 }
        """)
  }

  @Test("one feature is printed with its first pending mutations and dead letters, and the commands for them")
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
            {tags={}, title="Mine"}
          10  delete b  refused: b is not yours
        to retry, amend or delete a dead letter:
          articles.retry{ id = 7 }
          articles.amend{ id = 7, patch = { tags = udf.list {}, title = "Mine" } }
          articles.bury{ id = 7 }
        """)
  }

  @Test("a feature with a closed cache names the command to open it, and one without a response says so")
  func closed() {
    var listing = SyncListing(feature: "notes", info: SyncInfo(rows: 0, state: ["phase": "closed", "stale": true]))
    #expect(
      SyncFormatter().details(listing) == """
        notes  closed
          The cache is not open; `state.notes` opens it.
        """)
    listing.waiting = nil
    #expect(SyncFormatter().details(listing).hasSuffix("so its mutations are not listed; try again."))
  }

  @Test("in JSON, a list has the fields of the state, the mutations and the dead letters")
  func described() {
    let described = Value.map(listing.described)
    #expect(described["name"] == "articles" && described["phase"] == "waiting" && described["dead"] == 2)
    #expect(described["waiting"].items.count == 2 && described["deadLetters"].items[0]["mutation"] == 7)
  }

  @Test(
    "an age is in the largest unit that gives at least one",
    arguments: [
      (0.4, "0 s"), (59.9, "59 s"), (60, "1 min"), (7199, "1 h"), (86_400, "1 day"), (200_000, "2 days"),
    ])
  func age(seconds: Double, text: String) { #expect(ElapsedTime.age(seconds: seconds) == text) }
}
