import Platform
import UDFCommands
import UDFHost
import UDFServices

/// `udfhost data`: lists, adopts and removes the folders in which apps keep their data.
extension Console {
  /// Decides whether the app adopts data of an app that no longer exists. Asks the user under the same conditions as
  /// ``decideGrants``, and otherwise refuses.
  public var adoptData: @Sendable (DataOffer) -> Bool {
    let asks = asksQuestions
    return { offer in MainActor.assumeIsolated { asks ? DataQuestion(offer).ask() : DataQuestion(offer).refuse() } }
  }

  /// Lists the folders, and exits.
  public func listData() -> Never {
    let all = folders.all
    for data in all {
      if options.json {
        output.line(JSONLines.data(data))
      } else {
        let text = DataText(data)
        output.line("\(text.app)  \(text.file)\n  \(text.folder)\n  \(text.facts)")
      }
    }
    if all.isEmpty, !options.json { output.line("no app has kept data in \(folders.root)") }
    output.end(with: .success)
  }

  /// Assigns a folder to an app that has no data, and exits: with 1 if that fails, with 2 if there is no such folder.
  public func adoptData(_ name: String, _ makeHost: () throws -> AppHost) -> Never {
    let data = folder(name)
    let host = load(makeHost)
    let folder = DataFolder.path(app: host.name, file: host.file, environment: ProcessEnvironment())
    do { try folders.adopt(data, as: folder) } catch { fail("\(error)\n  Nothing was changed.") }
    output.line("\(GrantText.quoted(host.name)) has the data now: \(GrantText.quoted(folder))")
    output.end(with: .success)
  }

  /// Removes a folder with all its contents after the user has agreed, and exits: with 1 if that fails, with 2 if there
  /// is no such folder or no user to ask.
  public func removeData(_ name: String, hasConsent: Bool) -> Never {
    let data = folder(name)
    let text = DataText(data)
    if !hasConsent {
      guard Question.canBeAsked else {
        refuse(
          HostError(
            usage: "\(text.folder): there is no terminal to ask at\n  To remove it without a question, give --yes"))
      }
      let question = "Remove the data of \(text.app), \(text.file)? That cannot be undone."
      guard Question.ask(["\(text.folder)", "  \(text.facts)", question]) == true else {
        output.line("nothing was removed")
        output.end(with: .success)
      }
    }
    do { try folders.remove(data) } catch {
      fail("\(error)\n  \(error.code == .busy ? "Nothing" : "Not all of it") was removed.")
    }
    output.line("removed \(text.folder)")
    output.end(with: .success)
  }

  private var folders: DataFolders {
    guard let root = DataFolder.root(ProcessEnvironment()) else { refuse(DataFolders.homeless) }
    return DataFolders(root: root)
  }

  private func folder(_ name: String) -> KeptData {
    if let data = folders.folder(name) { return data }
    refuse(
      HostError(
        usage: "\(GrantText.quoted(name)): no app keeps its data there\n  To see the folders: udfhost data list"))
  }

  private func fail(_ message: String) -> Never {
    batchReporter.report(HostError(code: "data", message: message), action: nil)
    output.end(with: .failure)
  }
}

extension DataFolders {
  fileprivate static let homeless = HostError(
    usage: "HOME is not set, so the folder with the data of apps is unknown; set it or XDG_DATA_HOME")
}
