extension Flow {
  /// The flow at work on the path in an app's state; the only reducer to change it.
  ///
  ///     let app = Reducer.combined(
  ///       features, news.reducer(path: \AppState.path, state: \.news, action: AppAction.navigation))
  ///
  /// The steps that follow from one event are taken all or none. What cannot be done, an event that no flow answers and a
  /// link that leads nowhere though there is no screen to say so are reported as a ``Misuse``. What a guard refuses is not.
  public func reducer<Whole, WholeAction>(
    path: WritableKeyPath<Whole, NavigationPath<Route>>, state part: KeyPath<Whole, State>,
    action: Prism<WholeAction, NavigationAction<Event>>
  ) -> Reducer<Whole, WholeAction> {
    Reducer<Whole, WholeAction> { whole, wholeAction in
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
    // One step changes all or nothing by itself, and without a second reference the path is changed in place.
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

  /// The turn as the guards have it, who are not asked about the way back.
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
