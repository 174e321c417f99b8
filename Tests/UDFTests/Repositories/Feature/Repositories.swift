import UDF

enum RepositoryAction: Equatable, Sendable {
  case typed(String)
  case found([String])
  case unknown
}

struct SearchState: Equatable {
  var text = ""
  var found: [String] = []
}

struct HistoryState: Equatable {
  var texts: [String] = []
}

enum Repositories {
  static var search: Reducer<SearchState, RepositoryAction> {
    Reducer { search, action in
      switch action {
      case .typed(let text): search.text = text
      case .found(let found): search.found = found
      case .unknown: break
      }
      return .none
    }
  }

  static var history: Reducer<HistoryState, RepositoryAction> {
    Reducer { history, action in
      if case .typed(let text) = action { history.texts.append(text) }
      return .none
    }
  }
}

enum SearchEvent: Sendable { case textChanged(String) }

struct SearchEvents: EventActionMap {
  func action(for event: SearchEvent) -> RepositoryAction? {
    switch event {
    case .textChanged(let text): .typed(text)
    }
  }
}

struct SearchView: ViewStateReducing {
  func reduce(_ search: SearchState) -> String { "\(search.text): \(search.found.count)" }
}
