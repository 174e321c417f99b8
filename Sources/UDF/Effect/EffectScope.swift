/// One use of a cancellable effect: all that was started inside it ends together.
final class EffectScope {
  private let parent: EffectScope?
  private var cancelled = false

  init(parent: EffectScope?) { self.parent = parent }

  var isCancelled: Bool { cancelled || parent?.isCancelled == true }

  func cancel() { cancelled = true }
}
