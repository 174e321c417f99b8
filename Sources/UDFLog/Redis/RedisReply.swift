#if Redis
  import CHiredis

  /// A response of the server.
  enum RedisReply {
    case text([UInt8])
    case number(Int64)
    case list([RedisReply])
    case error(String)
    case nothing

    init(_ reply: UnsafePointer<redisReply>) {
      let reply = reply.pointee
      switch reply.type {
      case REDIS_REPLY_STRING, REDIS_REPLY_STATUS:
        self = .text(Array(UnsafeRawBufferPointer(start: reply.str, count: reply.len)))
      case REDIS_REPLY_INTEGER: self = .number(reply.integer)
      case REDIS_REPLY_ARRAY:
        self = .list((0..<reply.elements).map { RedisReply(reply.element[$0]!) })
      case REDIS_REPLY_ERROR:
        self = .error(String(decoding: UnsafeRawBufferPointer(start: reply.str, count: reply.len), as: UTF8.self))
      default: self = .nothing
      }
    }

    var bytes: [UInt8]? { if case .text(let bytes) = self { bytes } else { nil } }
    var string: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
    var integer: Int64? { if case .number(let number) = self { number } else { string.flatMap { Int64($0) } } }
    var list: [RedisReply]? { if case .list(let list) = self { list } else { nil } }
    var error: String? { if case .error(let text) = self { text } else { nil } }
  }
#endif
