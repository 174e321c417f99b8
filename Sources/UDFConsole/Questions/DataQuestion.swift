import Platform
import UDFCommands
import UDFHost
import UDFServices

/// Decides whether an app adopts the data of an app that no longer exists. At a terminal it asks the user; elsewhere it
/// refuses.
@MainActor
struct DataQuestion {
  private let offer: DataOffer
  private let text: DataText

  init(_ offer: DataOffer) {
    self.offer = offer
    text = DataText(offer.left)
  }

  /// Asks the user. After a "no" the app gets a folder of its own, so that the user is not asked again.
  func ask() -> Bool {
    let app = GrantText.quoted(offer.file)
    let owner = offer.left.file == nil ? "was kept by" : "is of an app that is no longer there,"
    let isAdopted = Question.ask([
      "\(text.app) has no data yet. Data under the same name \(owner) \(text.file):",
      "  \(text.folder)", "  \(text.facts)",
      "Is \(app) the same app, and should it have this data?",
    ])
    if isAdopted == false {
      makeFolders(offer.folder)
      Output.say("\(text.app) starts without data. To use the other data before it has its own: \(command)")
    }
    return isAdopted ?? false
  }

  /// Refuses, and reports the data that is not used.
  func refuse() -> Bool {
    Output.say(
      "\(text.app): starts without data; an app of the same name has left \(text.folder), with \(text.unsent). "
        + "To use it, give --data \(GrantText.argument(offer.left.folder)), or run: \(command)")
    return false
  }

  private var command: String {
    "udfhost data adopt \(GrantText.argument(offer.left.folder)) \(GrantText.argument(offer.file))"
  }
}
