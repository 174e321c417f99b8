/// The annotations of the libraries `debug`, `io` and `os`: the functions that scripts have. The editor's settings
/// disable the editor's own descriptions of these libraries.
enum StandardAnnotations {
  static let text = """
    -- luacheck: ignore 121
    -- To read and write files, use services.files; for the time, services.clock.

    ---@class udf.Output
    ---@field flush fun(self: udf.Output): udf.Output
    ---@field setvbuf fun(self: udf.Output, mode: string, size?: integer): boolean
    ---@field write fun(self: udf.Output, ...: string|number) Writes like print, without a line break.

    ---@class udf.io
    ---@field flush fun(): udf.Output Does nothing: the host writes whole lines.
    ---@field stderr udf.Output
    ---@field stdout udf.Output
    ---@field type fun(value: any): string? Returns "file" for an output, and nil for other values.
    ---@field write fun(...: string|number) Writes like print, without a line break.
    io = {}

    ---@class udf.os
    ---@field clock fun(): number The processor time in seconds; not in a reducer, view or event map.
    ---@field date fun(format?: string, time?: integer): string|table A date as text or table; not in a reducer, view or event map.
    ---@field difftime fun(later: integer, earlier: integer): number The seconds between two times.
    ---@field time fun(time?: table): integer The seconds since 1970; not in a reducer, view or event map.
    os = {}

    ---@class udf.debug
    ---@field traceback fun(...: any): string A message with the calls that lead to this one.
    debug = {}
    """
}
