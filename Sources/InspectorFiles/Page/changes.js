// Applies the changes of the JSON lines to a state, in place.
/** Changes `root` and returns it. The values of the change are copied, so that later changes do not reach into them. */
export function apply(root, change) {
  const { path } = change;
  // The state itself is the item `state` of a table, so that every place has a table around it.
  const holder = { state: root };
  let table = holder;
  let place = "state";
  for (const key of path) {
    const inner = container(table[place], key);
    if (inner !== table[place]) define(table, place, inner);
    table = inner;
    place = Array.isArray(table) && typeof key === "number" ? key - 1 : key;
  }
  write(table, place, change);
  return holder.state;
}

function write(table, place, change) {
  switch (change.op) {
    case "set":
      if ("new" in change) define(table, place, structuredClone(change.new));
      else if (Array.isArray(table)) table.pop();
      else delete table[place];
      break;
    case "insert": table.splice(place, 0, structuredClone(change.new)); break;
    case "remove": table.splice(place, 1); break;
    case "move": table.splice(change.new - 1, 0, ...table.splice(place, 1)); break;
  }
}

/** The table in which `key` is. What is empty becomes a list with its first position, and a map with its first key. */
function container(value, key) {
  const isList = typeof key === "number";
  const isTable = value !== null && typeof value === "object";
  if (isTable && (Array.isArray(value) === isList || Object.keys(value).length > 0)) return value;
  return isList ? [] : {};
}

// A key of an app may be `__proto__`, which an assignment would not store.
function define(table, key, value) {
  Object.defineProperty(table, key, { value, writable: true, enumerable: true, configurable: true });
}

/** The value at a path, or undefined. */
export function valueAt(state, path) {
  let value = state;
  for (const key of path) {
    if (value === null || typeof value !== "object") return undefined;
    const place = typeof key === "number" && Array.isArray(value) ? key - 1 : key;
    if (!Object.hasOwn(value, place)) return undefined;
    value = value[place];
  }
  return value;
}

/** The sign of a change in a list of differences. */
export function sign(change) {
  if (change.op === "insert" || (change.op === "set" && !("old" in change))) return "+";
  if (change.op === "remove" || (change.op === "set" && !("new" in change))) return "−";
  return change.op === "move" ? "↕" : "~";
}
