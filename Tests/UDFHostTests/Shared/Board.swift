import FolderTesting
import HostTesting
import UDFHost

/// Hosts of one app that share a feature through a log in a file.
struct Board {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  var address: String { "sqlite:" + folder("board.log") }

  func host(
    _ name: String, address: String? = nil, feature: String = Board.feature, other: String = Board.other,
    historyLimit: Int? = nil, reach: Int64 = 1000, configure: (inout HostConfiguration) -> Void = { _ in }
  ) throws -> TestHost {
    try TestHost(["board": feature, "own": other]) { configuration in
      if let historyLimit { configuration.historyLimit = historyLimit }
      (configuration.logReach, configuration.joinSeconds) = (reach, 60)
      configuration.log = address ?? self.address
      configuration.logHost = name
      configuration.data = folder("data")
      configure(&configuration)
    }
  }

  /// Adds the card "milk" and takes it on both hosts. The log has the action of `second` first, so that of `first` is
  /// refused when `first` reads it.
  func takeTwice(_ first: TestHost, _ second: TestHost) async throws {
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    await second.follow(first)
    try second.run("board.take{ title = 'milk' }")
    await second.follow()
    try first.run("board.take{ title = 'milk' }")
  }

  static let feature = """
    local udf = require "udf"
    return udf.feature {
      name = "board", shared = true, uses = { "uuid" },
      state = { cards = udf.list {}, last = 0 },
      actions = { add = { title = "string", id = "string" }, take = { title = "string" }, rename = { from = "string", to = "string" } },
      stamp = function(cx, action)
        if action.type == "board/add" then return { id = cx.services.uuid.make() } end
      end,
      reduce = {
        add = function(state, action)
          state.last = state.last + 1
          table.insert(state.cards, { n = state.last, title = action.title, id = action.id })
        end,
        take = function(state, action)
          for i, card in ipairs(state.cards) do
            if card.title == action.title then table.remove(state.cards, i) return end
          end
          error("there is no card " .. action.title)
        end,
        rename = function(state, action)
          for _, card in ipairs(state.cards) do
            if card.title == action.from then card.title = action.to end
          end
        end,
      },
      effects = { add = function(cx, action) cx.log("info", "added " .. action.title) end },
      onRejected = function(cx, action, reason) cx.log("info", "too late: " .. action.title) end,
    }
    """

  /// Numbers the cards from 100 on.
  static let newer = feature.replacing("state.last = state.last + 1", with: "state.last = state.last + 100")

  /// Local, and follows the shared one.
  static let other = """
    local udf = require "udf"
    return udf.feature {
      name = "own", state = { added = 0, picked = "" },
      reduce = {
        ["board/add"] = function(state) state.added = state.added + 1 end,
        pick = function(state, action) state.picked = action.title end,
      },
    }
    """

  /// The local feature in a version that migrates its state.
  static func migrated(to version: Int) -> String {
    other.replacing(
      "name = \"own\",", with: "name = \"own\", version = \(version), migrate = function(old) return old end,")
  }
}

extension TestHost {
  /// The message of the ``HostError`` that `body` throws.
  func message(_ body: () throws -> Void) -> String {
    do { try body() } catch { return (error as? HostError)?.message ?? "\(error)" }
    return ""
  }

  /// Runs what is due until a condition holds.
  func poll(until isReached: () async throws -> Bool) async throws {
    while try await !isReached() {
      try Task.checkCancellation()
      host.poll()
      await Task.yield()
    }
  }

  /// The titles on the board, in order.
  var cards: [String] { get throws { try state("board.cards").items.map { $0["title"].text ?? "" } } }

  /// Waits until the log has confirmed all that was sent here.
  func follow() async { await settled() }

  /// Waits until the state has all that the other host's state has of the log, and all own actions are confirmed.
  func follow(_ other: TestHost) async {
    repeat {
      await settled()
    } while !Task.isCancelled && host.sharedLog?.phase != .stopped
      && (host.sharedLog?.position ?? 0) < (other.host.sharedLog?.position ?? 0)
  }
}
