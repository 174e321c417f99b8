/// An article, or whatever else a feed has: its fields by name, one of them `id`.
typealias Row = [String: JSON]
