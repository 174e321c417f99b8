import UDFHost
import UDFTooling

/// Writes how sync features are: a line each for the list, or one with its mutations and dead letters.
struct SyncFormatter: Sendable {
  var palette = Palette.plain
  /// Columns of a row or patch; nil writes it whole.
  var width: Int? = 80

  /// `articles  450 rows · idle · fresh · 0 pending · 1 dead · equal to the server 12 s ago`
  func summary(_ listings: [SyncListing]) -> String {
    let width = listings.map(\.feature.count).max() ?? 0
    return listings.map { listing in
      let parts = [status(listing.info)] + moments(listing)
      return "\(palette.bold(listing.feature.padded(to: width)))  \(parts.joined(separator: " · "))"
    }.joined(separator: "\n")
  }

  func details(_ listing: SyncListing) -> String {
    var moments = moments(listing)
    if case .string(let cursor) = listing.info.state["cursor"] { moments.append("cursor \(cursor)") }
    var lines = ["\(palette.bold(listing.feature))  \(status(listing.info))"]
    if !moments.isEmpty { lines.append("  \(moments.joined(separator: " · "))") }
    if listing.info.state["phase"] == "closed" {
      lines.append("  The cache is not open; `state.\(listing.feature)` opens it.")
    }
    return (lines + waiting(listing) + dead(listing)).joined(separator: "\n")
  }

  /// `3 rows · idle · live · 0 pending · 0 dead`, and what is wrong; `fresh` or `stale` where no stream is open.
  func status(_ info: SyncInfo) -> String {
    let state = info.state
    var parts = [info.rows.of("row")]
    if case .string(let phase) = state["phase"] { parts.append(phase) }
    parts.append(state["live"] == true ? "live" : state["stale"] == true ? "stale" : "fresh")
    for count in ["pending", "dead"] { parts.append("\((state[count].integer ?? 0).grouped) \(count)") }
    for problem in ["problem", "blocked", "notice"] {
      if case .string(let text) = state[problem] { parts.append("\(problem): \(text)") }
    }
    return parts.joined(separator: " · ")
  }

  private func moments(_ listing: SyncListing) -> [String] {
    [
      listing.age.map { "equal to the server \(ElapsedTime.age(seconds: $0)) ago" },
      listing.retryIn.map { "next try in \(ElapsedTime.age(seconds: $0))" },
    ].compactMap(\.self)
  }

  private func waiting(_ listing: SyncListing) -> [String] {
    guard let mutations = listing.waiting else {
      return ["  The engine does not answer now, so what waits is not listed; try again."]
    }
    guard !mutations.isEmpty else { return [] }
    let rows = mutations.map { mutation in
      head(mutation, id: "id") + (mutation["accepted"] == true ? palette.dim("  accepted, not yet pulled") : "")
    }
    return ["waiting for the server"] + rows + rest(after: mutations.count, of: listing.info.state["pending"])
  }

  private func dead(_ listing: SyncListing) -> [String] {
    guard let first = listing.dead.first else { return [] }
    let rows = listing.dead.flatMap { letter in
      let reason = "\(letter["code"].text ?? ""): \(letter["message"].text ?? "")"
      let age = letter["age"].double.map { palette.dim("  \(ElapsedTime.age(seconds: $0)) ago") } ?? ""
      let body = letter["row"] == .none ? [] : ["    \(text(letter["row"]))"]
      return ["\(head(letter, id: "mutation"))\(age)  \(palette.red(reason))"] + body
    }
    return ["dead letters"] + rows + rest(after: listing.dead.count, of: listing.info.state["dead"])
      + advice(listing.feature, first)
  }

  /// `  7  patch sqlite3`
  private func head(_ mutation: Record, id: String) -> String {
    "  \(mutation[id])  \(mutation["op"].text ?? "") \(mutation["key"].text ?? "")"
  }

  private func rest(after shown: Int, of count: Value) -> [String] {
    let more = (count.integer ?? 0) - shown
    return more > 0 ? ["  … and \(more.grouped) more"] : []
  }

  /// What to type about a dead letter.
  private func advice(_ feature: String, _ letter: Record) -> [String] {
    let id = "id = \(letter["mutation"])"
    let field = letter["op"] == "put" ? "row" : "patch"
    let amend = letter["row"] == .none ? [] : ["\(feature).amend{ \(id), \(field) = \(text(letter["row"])) }"]
    let all = ["\(feature).retry{ \(id) }"] + amend + ["\(feature).bury{ \(id) }"]
    return [palette.dim("to send one again, send it changed, or give it up:")] + all.map { "  \($0)" }
  }

  private func text(_ value: Value) -> String {
    width.map { ValueFormatter().line(value, columns: max(20, $0 - 36)) } ?? ValueFormatter().line(value)
  }
}
