import LogTesting
import LuaRuntime
import UDFHost
import UDFLog

/// The app of the chaos rounds, and what its board is after the entries of a log.
struct SharedChaosBoard {
  /// Its effects print what the log has confirmed.
  static let feature = """
    local udf = require "udf"
    return udf.feature {
      name = "board", shared = true, state = { cards = udf.list {} },
      actions = { add = { title = "string" }, take = { title = "string" }, turn = {} },
      reduce = {
        add = function(state, action) table.insert(state.cards, action.title) end,
        take = function(state, action)
          for i, title in ipairs(state.cards) do
            if title == action.title then table.remove(state.cards, i) return end
          end
          error("there is no card " .. action.title)
        end,
        turn = function(state)
          local turned = udf.list {}
          for i = #state.cards, 1, -1 do table.insert(turned, state.cards[i]) end
          state.cards = turned
        end,
      },
      effects = {
        add = function(cx, action) print("added " .. action.title) end,
        take = function(cx, action) print("took " .. action.title) end,
      },
    }
    """

  static func folder() -> AppFolder {
    AppFolder(
      app: "return require('udf').app { name = 'chaos', features = { require 'features.board' } }",
      features: ["board": feature])
  }

  private(set) var cards: [String] = []
  /// The titles of all `add` entries, in their order.
  private(set) var added: [String] = []
  /// The hosts that took a card, by an entry that the reducer did not refuse. An undo can return a card to the board.
  private(set) var taken: [String: Set<String>] = [:]
  private(set) var problems: [String] = []
  let head: Int64
  /// The entries that were not refused or undone.
  private var kept: [(position: Int64, action: Value)] = []

  /// Reduces the entries of a log in Swift.
  init(_ log: ActionLog) async throws {
    let start = try await log.head().start
    let page = try await log.read(after: start, limit: 100_000)
    head = page.head.position
    var names: Set<EntryName> = []
    for entry in page.entries {
      if !names.insert(entry.name).inserted { problems.append("\(entry.name) is in the log twice") }
      let action = TapeReader.value(of: entry.action.body)
      if entry.action.stamp == Array(":undo".utf8) {
        undo(action["positions"].items.compactMap { $0.integer.map(Int64.init) })
        continue
      }
      if action["type"] == "board/add" { added.append(action["title"].text ?? "") }
      guard reduce(action) else { continue }
      kept.append((entry.position, action))
      guard action["type"] == "board/take" else { continue }
      taken[action["title"].text ?? "", default: []].insert(String(entry.name.host.prefix { $0 != "~" }))
    }
    if Set(added).count < added.count { problems.append("an action is in the log twice") }
  }

  /// Removes actions, and those that the reducer refuses without them.
  private mutating func undo(_ positions: [Int64]) {
    cards = []
    var rest: [(position: Int64, action: Value)] = []
    for entry in kept where !positions.contains(entry.position) && reduce(entry.action) { rest.append(entry) }
    kept = rest
  }

  /// Returns false for an action that the reducer refuses.
  private mutating func reduce(_ action: Value) -> Bool {
    let title = action["title"].text ?? ""
    switch action["type"].text {
    case "board/add": cards.append(title)
    case "board/take":
      guard let index = cards.firstIndex(of: title) else { return false }
      cards.remove(at: index)
    case "board/turn": cards.reverse()
    default: problems.append("the log has \(action)")
    }
    return true
  }
}
