extension Flow {
  /// Returns the reducer that applies the flow to the path in an app's state. No other reducer may change the path.
  ///
  ///     let app = Reducer.combined(
  ///       features, news.reducer(path: \AppState.path, state: \.news, action: AppAction.navigation))
  ///
  /// The steps of one event are applied all or none. The reducer reports a ``Misuse`` for a step that is impossible, an
  /// event that no flow answers, and a link without a route and without ``Flow/notFound(_:)``, but not for a refusal.
  public func reducer<Whole, WholeAction>(
    path: WritableKeyPath<Whole, NavigationPath<Route>>, state part: KeyPath<Whole, State>,
    action: Prism<WholeAction, NavigationAction<Event>>
  ) -> Reducer<Whole, WholeAction> {
    nonisolated(unsafe) let (path, part) = (path, part)
    return Reducer<Whole, WholeAction> { whole, wholeAction in
      guard let action = action.extract(wholeAction) else { return .none }
      do throws(NavigationError) {
        switch action {
        case .event(let event):
          guard let moves = answer(event, whole[keyPath: path].top.route) else {
            return .report(.unansweredEvent(event, at: location))
          }
          try take(moves, on: path, of: &whole, state: part)
        case .back:
          if whole[keyPath: path].entries.count > 1 { try take([.step(.pop)], on: path, of: &whole, state: part) }
        case .open(let link):
          guard let route = destination(of: link) else { return .report(.deadLink(link, at: location)) }
          let turn = NavigationTurn(kept: 1, route: route == start ? nil : route)
          whole[keyPath: path].restart(at: start, then: try admitted(turn, whole[keyPath: part]))
        }
        return .none
      } catch .refused {
        return .none
      } catch {
        return .report(.impossibleStep(cause(of: action), error, at: location))
      }
    }
  }

  private func cause(of action: NavigationAction<Event>) -> String {
    switch action {
    case .event(let event): Misuse.name(of: event)
    case .back: "back"
    case .open(let link): "link \(link)"
    }
  }

  private func take<Whole>(
    _ moves: [Move], on path: WritableKeyPath<Whole, NavigationPath<Route>>, of whole: inout Whole,
    state part: KeyPath<Whole, State>
  ) throws(NavigationError) {
    // A single step is atomic by itself. Without a second reference the path is changed in place.
    let before = moves.count > 1 ? whole[keyPath: path] : nil
    do throws(NavigationError) {
      for move in moves {
        let turn =
          switch move {
          case .step(let step): try whole[keyPath: path].turn(by: step)
          case .leave(let isInside): try whole[keyPath: path].turn(leaving: isInside)
          }
        let admitted = try admitted(turn, whole[keyPath: part])
        whole[keyPath: path].take(admitted)
      }
    } catch {
      if let before { whole[keyPath: path] = before }
      throw error
    }
  }

  /// Applies the guards to a turn. They do not apply to steps back.
  private func admitted(
    _ turn: NavigationTurn<Route>, _ state: State
  ) throws(NavigationError) -> NavigationTurn<Route> {
    var turn = turn
    if let route = turn.route { (turn.route, turn.wanted) = try admit(route, state) }
    return turn
  }

  private func destination(of link: String) -> Route? {
    do throws(LinkError) {
      return try route(of: Link(link)) ?? errorRoute?(link, nil)
    } catch {
      return errorRoute?(link, error)
    }
  }
}
