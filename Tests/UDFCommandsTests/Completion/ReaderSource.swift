import UDFHost
import UDFTooling

@testable import UDFCommands

/// A reader of news with a flow, as completion sees it.
struct ReaderSource: CompletionSource {
  var features: [FeatureInfo] { [] }
  var services: [ServiceInfo] { [] }
  var flow: FlowInfo? {
    FlowInfo(
      start: "list",
      routes: [
        RouteInfo(name: "article", scene: "showArticle", link: "/articles/:id"),
        RouteInfo(name: "checkout/pay", scene: "pay", isGuarded: true),
        RouteInfo(name: "list", scene: "listArticles", link: "/"),
      ],
      scenes: [SceneInfo(name: "listArticles", events: ["tap"])])
  }
  let navigation = ["open", "path", "pop", "popTo", "present", "push"]
  func keys(at path: String) -> [String] { [] }
}
