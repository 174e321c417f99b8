// Draws the elements of a screen. An element of the page stays while the screen has the same one, also at another place, so
// that the focus and a text that is being written are kept.

import { h, setAttribute, setText } from "./dom.js";

/** `acts` has `press(path)` and `type(path, text)`, which return promises. */
export class ScreenDrawer {
  #page;
  #acts;
  /** The texts on their way to the host. */
  #writing = new Set();

  constructor(page, acts) {
    this.#page = page;
    this.#acts = acts;
  }

  draw(elements) {
    reconcile(this.#page, elements, (element) => `${element.kind} ${element.key ?? ""}`, (element) => this.#make(element));
  }

  /** Resolves when the host has every text that was written. */
  async settled() {
    while (this.#writing.size > 0) await Promise.all(this.#writing);
  }

  #make({ kind }) {
    switch (kind) {
      case "title": return part(h("header", {}, h("h3", {}), h("p.dim", {})), (node, { text, subtitle }) => {
        setText(node.children[0], text);
        setText(node.children[1], subtitle ?? "");
        node.children[1].hidden = !subtitle;
      });
      case "text": return part(h("p", {}), (node, { text, style }) => {
        node.className = `text ${style ?? ""}`;
        setText(node, text);
      });
      case "row": return part(h("ul.list", {}), (node, row) => this.#rows(node, [row]));
      case "list": return part(h("ul.list", {}), (node, { rows }) => this.#rows(node, rows));
      case "table": return part(h("div.wide", {}, h("table", {}, h("thead", {}), h("tbody", {}))), (node, table) => this.#table(node.firstChild, table));
      case "fields": return part(h("form.form", { onsubmit: (event) => event.preventDefault() }), (node, { fields }) =>
        reconcile(node, fields, (field) => `${field.path === undefined ? "" : "i"}${field.key}`, (field) => this.#field(field)));
      case "progress": return part(h("label.progress", {}, h("span", {}), h("progress", {})), (node, { done, total, label }) => {
        setText(node.children[0], label || "progress");
        setAttribute(node.children[1], "max", total || 1);
        setAttribute(node.children[1], "value", done);
      });
      case "empty": return part(h("p.empty", {}), (node, { text }) => setText(node, text));
      case "error": return part(h("div.failed", { role: "alert" }, h("p", {}), this.#pressable("Try again")), (node, { text, path }) => {
        setText(node.children[0], text);
        node.children[1].hidden = path === undefined;
        node.children[1].path = path;
      });
      case "button": return part(this.#pressable(""), (node, { text, path }) => {
        setText(node, text);
        node.path = path;
      });
      default: return part(h("hr", {}), () => {});
    }
  }

  #pressable(text) {
    const node = h("button.act", { type: "button", onclick: () => this.#acts.press(node.path) }, text);
    return node;
  }

  #rows(list, rows) {
    reconcile(list, rows, (row) => row.key ?? "", (row) => {
      const inner = row.path === undefined ? h("div.line", {}) : this.#pressable("");
      inner.classList.add("line");
      inner.append(h("span", {}), h("span.detail", {}));
      return part(h("li", {}, inner), (node, { cells, selected, path }) => {
        const line = node.firstChild;
        line.path = path;
        line.classList.toggle("selected", selected === true);
        setAttribute(line, "aria-current", selected ? "true" : null);
        setText(line.children[0], cells[0] ?? "");
        setText(line.children[1], cells[1] ?? "");
      });
    });
  }

  #table(table, { columns, rows }) {
    const [head, body] = table.children;
    const titles = columns.map((column) => column.title).join("\u0000");
    if (head.titles !== titles) {
      head.titles = titles;
      head.replaceChildren(h("tr", {}, columns.map((column) => h("th", { scope: "col", class: column.right ? "num" : null }, column.title))));
      body.replaceChildren();
    }
    reconcile(body, rows, (row) => row.key ?? "", (row) => {
      const cells = columns.map((column) => h("td", { class: column.right ? "num" : null }));
      if (row.path !== undefined) cells[0]?.append(this.#pressable(""));
      return part(h("tr", {}, cells), (node, { cells: texts, selected, path }) => {
        for (const [i, cell] of [...node.children].entries()) setText(i === 0 && path !== undefined ? cell.firstChild : cell, texts[i] ?? "");
        if (path !== undefined) node.firstChild.firstChild.path = path;
        setAttribute(node, "aria-current", selected ? "true" : null);
      });
    });
  }

  #field({ path }) {
    if (path === undefined) {
      return part(h("div.field", {}, h("span.label", {}), h("span.value", {})), (node, { label, value, secret }) => {
        setText(node.children[0], label);
        setText(node.children[1], secret ? "••••" : value);
      });
    }
    const input = h("input", { autocomplete: "off", oninput: () => this.#write(input) });
    input.pending = 0;
    return part(h("label.field", {}, h("span.label", {}), input), (node, { label, value, secret, path: place }) => {
      setText(node.children[0], label);
      input.path = place;
      setAttribute(input, "type", secret ? "password" : "text");
      input.shown = secret ? undefined : value;
      // What the person writes at this moment is newer than what the host has drawn.
      if (!input.pending && input.shown !== undefined && input.value !== input.shown) input.value = input.shown;
    });
  }

  #write(input) {
    input.pending += 1;
    if (input.pending > 1) return;
    const writing = this.#send(input);
    this.#writing.add(writing);
    writing.finally(() => this.#writing.delete(writing));
  }

  // One request at a time; the last text always follows.
  async #send(input) {
    let sent;
    do {
      sent = input.pending;
      await this.#acts.type(input.path, input.value);
    } while (input.pending !== sent);
    input.pending = 0;
    if (input.shown !== undefined && input.value !== input.shown) input.value = input.shown;
  }
}

function part(node, update) {
  node.update = update;
  return node;
}

/**
 * Keeps the children that have the same key as before, and makes the others. Of several equal keys each is counted. The focus
 * stays with its element, which may have another place.
 */
function reconcile(parent, items, keyOf, make) {
  const focused = document.activeElement;
  const former = new Map([...parent.children].map((child) => [child.key, child]));
  const counts = new Map();
  const children = items.map((item) => {
    const name = keyOf(item);
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    const key = `${count} ${name}`;
    const child = former.get(key) ?? make(item);
    former.delete(key);
    child.key = key;
    child.update(child, item);
    return child;
  });
  for (const child of former.values()) child.remove();
  for (const [i, child] of children.entries()) {
    if (parent.children[i] !== child) parent.insertBefore(child, parent.children[i] ?? null);
  }
  if (focused !== document.activeElement && parent.contains(focused)) focused.focus({ preventScroll: true });
}
