/// An article, or whatever else a feed has: its fields by name, one of them `id`.
package typealias Row = [String: JSON]
