/// Sources of an app with news.
package enum NewsFeed {
  /// - Parameter more: further lines of what is given to `udf.sync`.
  package static func articles(_ more: String = "") -> String {
    """
    local udf = require "udf"
    return udf.sync {
      name = "articles", key = "id", remote = "http://news.example", sort = "id",
      view = function(state) return { titles = udf.each(state.rows, function(row) return row.title end) } end,
      \(more)
    }
    """
  }

  /// Counts the rows that came, and refuses those that are called bad until it is mended.
  package static func counter(refusing word: String? = "bad") -> String {
    Source.feature(
      """
        name = "counter",
        state = { seen = 0 },
        reduce = {
          ["articles/synced"] = function(state, action)
            for _, row in ipairs(action.rows) do
              if row.title == "\(word ?? "")" then error("no room for " .. row.title) end
            end
            state.seen = state.seen + #action.rows
          end,
        },
      """)
  }
}
