// Changes as a folding difference: the path, what was there and what is there now.
import { h } from "./dom.js";
import { sign } from "./changes.js";
import { isTable, lineText, pathText, unescapedKey } from "./values.js";
import { valueTree } from "./value-tree.js";

const shown = 100;

export function changeList(changes, { onpath } = {}) {
  if (!changes.length) return h("p.dim", {}, "no change");
  const list = h("ul.changes", {});
  const add = (from) => {
    list.append(...changes.slice(from, from + shown).map((change) => item(change, onpath)));
    const rest = changes.length - from - shown;
    if (rest <= 0) return;
    const more = h("button", { type: "button", onclick: () => {
      more.parentElement.remove();
      add(from + shown);
    } }, `show ${Math.min(rest, shown)} of ${rest} more`);
    list.append(h("li", {}, more));
  };
  add(0);
  return list;
}

function item(change, onpath) {
  const text = pathText(change.path.map((key) => (typeof key === "string" ? unescapedKey(key) : key)));
  const path = onpath ? h("button.link.path", { type: "button", onclick: () => onpath(change.path) }, text) : h("span.path", {}, text);
  const head = [h("span.sign", { "aria-hidden": "true" }, sign(change)), path];
  const [was, now] = ["old", "new"].map((key) => (key in change ? change[key] : undefined));
  const kind = { "+": "added", "−": "removed", "~": "changed", "↕": "moved" }[sign(change)];
  if (change.op === "move") return h("li", { class: kind }, head, h("span", {}, ` moved to ${change.new}`));
  const values = (room) => [" ", "old" in change && h("del", {}, lineText(was, room)),
    "old" in change && "new" in change && h("span.dim", {}, " → "), "new" in change && h("ins", {}, lineText(now, room))];
  if (!isTable(was) && !isTable(now)) return h("li", { class: kind }, head, values(400));
  return h("li", { class: kind }, h("details", {}, h("summary", {}, head, values(60)),
    "old" in change && h("div.side.old", {}, valueTree(was, "before")),
    "new" in change && h("div.side.new", {}, valueTree(now, "after"))));
}
