import HostTesting

/// The feature of a storm: an effect under each policy, whose runs do what the plans in their actions say.
enum StormSource {
  /// The names of its effects.
  static let lanes = ["every", "leading", "latest", "queue", "background", "debounced", "throttled", "keyed", "queued"]

  /// The policies of which at most one run goes on, for each id.
  static let exclusive: Set<String> = ["leading", "latest", "queue", "throttled", "keyed", "queued"]

  static func feature(version: Int) -> String {
    """
    -- Version \(version).
    local udf = require "udf"
    local perform

    local function closing(body) return setmetatable({}, { __close = body }) end

    local function code(problem) return type(problem) == "table" and problem.code or "failed" end

    -- Effects that run concurrently.
    local function strand(cx, plan)
      return function()
        local ledger = cx.services.ledger
        ledger.enter()
        local guard <close> = closing(function() ledger.leave() end)
        return perform(cx, plan)
      end
    end

    local function strands(cx, plans)
      local list = {}
      for i, plan in ipairs(plans) do list[i] = strand(cx, plan) end
      return list
    end

    local steps = {
      wait = function(cx, step)
        local number = cx.services.gate.number()
        local ok, got = pcall(cx.services.gate.wait, number, step.stubborn)
        local answer = got
        if not ok then answer = got.code == "refused" and tonumber(got.message:match("%d+")) or number end
        cx.services.ledger.check(number, answer, "the answer to a call")
        if not ok then error(got, 0) end
      end,
      sleep = function(cx, step) cx.sleep(step.seconds) end,
      all = function(cx, step)
        local results = table.pack(cx.all(strands(cx, step.plans)))
        cx.services.ledger.check(#step.plans, results.n, "the results of all")
        for i, plan in ipairs(step.plans) do cx.services.ledger.check(plan.n, results[i], "a result of all") end
      end,
      race = function(cx, step) cx.race(strands(cx, step.plans)) end,
      spawn = function(cx, step)
        local task = cx.spawn(strand(cx, step.plan))
        if step.cancels then task.cancel() end
        if step.awaits then cx.services.ledger.check(step.plan.n, task.await(), "the result of what was spawned") end
      end,
      try = function(cx, step) pcall(perform, cx, step.plan) end,
      wrap = function(cx, step) coroutine.wrap(perform)(cx, step.plan) end,
      close = function(cx, step)
        local guard <close> = closing(function() pcall(cx.sleep, 0.1); if step.fails then error("planned: close", 0) end end)
        perform(cx, step.plan)
      end,
      fail = function() error("planned: failure", 0) end,
      cancel = function(cx, step) cx.cancel(step.id) end,
      send = function(cx, step)
        cx.send { type = step.lane, n = cx.services.gate.number(), key = step.key, plan = step.plan }
      end,
    }

    function perform(cx, plan)
      for _, step in ipairs(plan.steps) do steps[step.kind](cx, step) end
      return plan.n
    end

    local function life(name, isKeyed)
      return function(cx, action)
        local ledger = cx.services.ledger
        ledger.begin(action.n, isKeyed and name .. action.key or name)
        ledger.enter()
        local guard <close> = closing(function(_, problem)
          ledger.leave()
          ledger["end"](action.n, problem == nil and "done" or code(problem))
        end)
        perform(cx, action.plan)
      end
    end

    local keyed = { id = function(action) return action.key end }

    return udf.feature {
      name = "a", uses = { "gate", "ledger" },
      effects = {
        every = life("every"),
        leading = udf.leading(life("leading")),
        latest = udf.latest(life("latest")),
        queue = udf.queue(life("queue")),
        background = udf.background(life("background")),
        debounced = udf.debounce(0.5, life("debounced")),
        throttled = udf.throttle(0.5, udf.latest(life("throttled"))),
        keyed = udf.latest(life("keyed", true), keyed),
        queued = udf.debounce(0.2, udf.queue(life("queued", true), keyed)),
        stop = function(cx, action) cx.cancel(action.id) end,
      },
    }
    """
  }
}
