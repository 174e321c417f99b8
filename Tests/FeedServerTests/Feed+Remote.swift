import FeedCore
import FeedTesting
import UDFSync

/// A remote that asks a feed without a network between them.
func remote(of feed: Feed) -> HTTPRemote {
  HTTPRemote("http://feed.test", of: SyncCollection("articles", folder: "/nowhere"), http: feed.http)
}
