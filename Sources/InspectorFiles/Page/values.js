// Texts of exact values: the JSON of the host, written as Lua.
const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;
const keywords = new Set(("and break do else elseif end false for function goto if in local nil not or repeat return then true "
  + "until while").split(" "));

export function isTable(value) {
  return value !== null && typeof value === "object" && !special(value);
}

/** Returns the text of a value that JSON cannot express, or nothing. */
export function special(value) {
  const keys = Object.keys(value);
  if (keys.length !== 1 || keys[0][0] !== "$" || keys[0][1] === "$") return undefined;
  if (keys[0] === "$bytes") return `bytes ${value.$bytes}`;
  if (keys[0] === "$number") return String(value.$number);
  if (keys[0] === "$secret") return "‹secret›";
  return undefined;
}

export function keyText(key) {
  return identifier.test(key) && !keywords.has(key) ? key : `[${quoted(key)}]`;
}

function quoted(text) {
  return JSON.stringify(text);
}

export function scalarText(value) {
  if (value === undefined || value === null) return "nil";
  if (typeof value === "string") return quoted(value);
  if (typeof value === "object") return special(value) ?? "{}";
  return String(value);
}

/** The color class of a value. */
export function kindOf(value) {
  if (value === undefined || value === null) return "nil";
  if (isTable(value)) return "table";
  return typeof value === "object" ? "special" : typeof value;
}

export function unescapedKey(key) {
  return key === "$$" ? "$" : key;
}

/** The items of a table as [key, value]: positions from 1 for a list, sorted keys for a map. */
export function entriesOf(table) {
  if (Array.isArray(table)) return table.map((value, index) => [index + 1, value]);
  return Object.keys(table).sort().map((key) => [key, table[key]]);
}

/** A value on one line, the keys `last` at its end; what does not fit into `room` characters becomes `…`. */
export function lineText(value, room = 80, last = []) {
  if (!isTable(value)) {
    const text = scalarText(value);
    return text.length > room ? `${text.slice(0, Math.max(1, room - 1))}…` : text;
  }
  const isList = Array.isArray(value);
  const parts = [];
  let used = 2;
  for (const [key, item] of entriesOf(value).sort(([a], [b]) => last.includes(a) - last.includes(b))) {
    if (used >= room) {
      parts.push("…");
      break;
    }
    const part = (isList ? "" : `${keyText(unescapedKey(key))}=`) + lineText(item, room - used);
    used += part.length + 2;
    parts.push(part);
  }
  return `{${parts.join(", ")}}`;
}

/** The fields of an action on one line, without the braces; those that were sent come before the stamped ones. */
export function fieldsText({ fields, stamped }, room = 80) {
  const text = lineText(fields ?? {}, room, stamped);
  return text === "{}" ? "" : text.slice(1, -1);
}

/** A path as the console writes it: cart.items[1].price. */
export function pathText(path) {
  let text = "";
  for (const key of path) {
    if (typeof key === "number") text += `[${key}]`;
    else if (identifier.test(key)) text += (text ? "." : "") + key;
    else text += `["${key.replace(/["\\]/g, "\\$&")}"]`;
  }
  return text;
}

export function duration(seconds) {
  if (seconds === undefined || seconds === null) return "";
  const ms = seconds * 1000;
  if (ms < 0.01) return `${(ms * 1000).toFixed(ms ? 1 : 0)} µs`;
  if (ms < 1) return `${ms.toFixed(2)} ms`;
  if (ms < 1000) return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
}

export function bytes(count) {
  if (count < 1000) return `${count} B`;
  return count < 1e6 ? `${(count / 1e3).toFixed(1)} kB` : `${(count / 1e6).toFixed(1)} MB`;
}

export function plural(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

export function clock(time) {
  return time ? new Date(time * 1000).toLocaleTimeString("en-GB") : "";
}
