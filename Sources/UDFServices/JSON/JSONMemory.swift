import JSONSyntax
import LuaRuntime
import Platform

/// Counts the memory of the values in a JSON text, and charges it in steps to the current task.
package final class JSONMemory {
  /// Three times the size: lists and maps grow by doubling, and while they grow the smaller copy exists too.
  static let item = 3 * MemoryLayout<Value>.stride
  static let entry = 3 * MemoryLayout<(String, Value)>.stride
  /// The bytes of a heap object in addition to its content.
  private static let object = 32
  /// The maximum bytes of a string that needs no heap memory.
  private static let shortest = 15
  private static let step = 64 << 10
  /// The maximum bytes of a text whose values are too small to count.
  package static let smallText = 16 << 10

  private let charge: MemoryCharge
  private var pending = 0

  /// nil if the task's memory is not limited, or if the text is too short to count.
  init?(of text: Range<Int>) {
    guard text.count > Self.smallText, let charge = MemoryCharge.current else { return nil }
    self.charge = charge
  }

  func add(_ bytes: Int, at position: Int) throws(JSONFault) {
    pending += bytes
    if pending >= Self.step { try flush(position) }
  }

  func addContainer(_ position: Int) throws(JSONFault) { try add(Self.object, at: position) }

  func addString(_ bytes: Int, at position: Int) throws(JSONFault) {
    if bytes > Self.shortest { try add(Self.object + bytes, at: position) }
  }

  private func flush(_ position: Int) throws(JSONFault) {
    do throws(MemoryShortage) { try charge.add(pending) } catch {
      throw JSONFault(position: position, reason: "\(error), and the values of this text need more", isShortage: true)
    }
    pending = 0
  }
}
