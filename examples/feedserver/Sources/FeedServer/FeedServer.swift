import ArgumentParser
import FeedCore
import FlyingFox
import Foundation

@main
struct FeedServer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feedserver",
    abstract: "Serve the news of this Debian machine on 127.0.0.1 over the sync protocol, until interrupted.",
    discussion: """
      GET /changes, POST /mutations, GET /live
      The articles are the NEWS and changelog entries of its packages. They live in memory: changes are lost when the \
      server ends, and clients of an earlier run fetch all articles again. A client that sends protocol=2 gets version 2 \
      of the protocol, any other gets version 1.
      """)

  @Argument(help: ArgumentHelp("Where to listen, 0 for any free port.", valueName: "port"))
  var port: UInt16 = 8790

  @Option(help: ArgumentHelp("Publish, correct or withdraw something this often.", valueName: "seconds"))
  var live: Double?

  @Option(help: ArgumentHelp("How many articles, the newest.", valueName: "n"))
  var articles = 500

  @Option(help: ArgumentHelp("The part of the answers that goes wrong, from 0 to 1.", valueName: "part"))
  var faults: Double = 0

  @Option(
    name: .customLong("protocol"),
    help: ArgumentHelp("The newest version of the sync protocol to speak; 1 has no live streams.", valueName: "1|2"))
  var newest = 2

  /// Seconds between the comments that keep live streams open.
  private static let beat = 15.0

  @Option(help: ArgumentHelp("With the same seed --live and --faults do the same again.", valueName: "n"))
  var seed: UInt64?

  @Option(help: ArgumentHelp("Where packages have their documentation.", valueName: "folder"))
  var docs = "/usr/share/doc"

  @Option(help: ArgumentHelp("What is known of packages, for the categories.", valueName: "file"))
  var status = "/var/lib/dpkg/status"

  func validate() throws {
    if let live, !(0.01...86_400).contains(live) {
      throw ValidationError("--live: must be from 0.01 to 86400 seconds, got \(live)")
    }
    guard (0...1).contains(faults) else { throw ValidationError("--faults: must be from 0 to 1, got \(faults)") }
    guard (1...2).contains(newest) else { throw ValidationError("--protocol: must be 1 or 2, got \(newest)") }
    guard articles > 0 else { throw ValidationError("--articles: must be at least 1, got \(articles)") }
  }

  func run() async throws {
    raiseFileLimit()
    let feed = try makeFeed()
    let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled)
    await server.appendRoute("*") { HTTPResponse(try await feed.answer(try await FeedRequest($0))) }
    let endings = [SIGINT, SIGTERM].map(ending)
    defer { withExtendedLifetime(endings) {} }
    do {
      // All three end with the server, which ends at once if the port is taken.
      async let _ = announce(server)
      async let _ = edit(feed)
      async let _ = keepStreamsOpen(feed)
      try await server.run()
    } catch {
      throw ValidationError(
        "cannot listen on port \(port) (\(error.localizedDescription)); choose another, 0 for any free one")
    }
  }

  private func makeFeed() throws -> Feed {
    let rows: [Row]
    do {
      rows = try DebianNews(folder: docs, status: status).articles(limit: articles)
    } catch {
      throw ValidationError("cannot read \(docs) (\(error.localizedDescription)); choose another folder with --docs")
    }
    guard !rows.isEmpty else {
      throw ValidationError("there are no Debian changelogs below \(docs); choose another folder with --docs")
    }
    let seed = seed ?? .random(in: 0 ... .max)
    // The newest articles stay out at first, so that those published later come first in the list.
    let kept = live == nil ? 0 : min(50, rows.count / 5)
    var model = FeedModel(name: String(Int(Date.now.timeIntervalSince1970), radix: 36))
    for row in rows.dropFirst(kept).reversed() {
      if case .string(let id) = row["id"] { model.put(id, row) }
    }
    say("\(rows.count - kept) articles, seed \(seed)")
    return Feed(
      model, desk: Desk(drawer: Array(rows.prefix(kept)), seed: seed), newest: newest, faults: faults, seed: seed)
  }

  private func announce(_ server: HTTPServer) async throws {
    try await server.waitUntilListening()
    guard case .ip4(_, let port) = await server.listeningAddress else { return }
    say("listening on http://127.0.0.1:\(port)")
  }

  private func edit(_ feed: Feed) async throws {
    guard let live else { return }
    while true {
      try await Task.sleep(for: .seconds(live))
      say(await feed.work())
    }
  }

  private func keepStreamsOpen(_ feed: Feed) async throws {
    while true {
      try await Task.sleep(for: .seconds(Self.beat))
      await feed.beat()
    }
  }

  /// Allows as many connections as the system does: each live stream holds one.
  private func raiseFileLimit() {
    var limit = rlimit()
    guard getrlimit(fileResource, &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(fileResource, &limit)
  }

  private func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

  private func ending(by number: Int32) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler { Foundation.exit(0) }
    source.resume()
    return source
  }
}

#if canImport(Darwin)
  private let fileResource = RLIMIT_NOFILE
#else
  private let fileResource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#endif
