-- A task board that several people share: udfhost examples/board/app.lua --log sqlite:board.log
local udf = require "udf"

return udf.app { name = "board", features = { require "features.board", require "features.mine" } }
