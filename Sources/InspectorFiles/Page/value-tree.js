// A value as a tree of lines, whose tables unfold.
import { h } from "./dom.js";
import { entriesOf, isTable, keyText, kindOf, lineText, pathText, scalarText, unescapedKey } from "./values.js";

const shown = 200;

/** A tree of a value that does not change, for differences and answers. */
export function valueTree(value, label) {
  const tree = document.createElement("value-tree");
  tree.setAttribute("aria-label", label);
  tree.show(value, { isOpen: true });
  return tree;
}

/** Events: `place` with the path of the chosen line. The open tables stay open when another value is shown. */
export class ValueTree extends HTMLElement {
  #value;
  #open = new Set();
  #more = new Map();
  #search = "";
  #chosen = null;
  #lines = [];

  constructor() {
    super();
    this.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("keydown", (event) => this.#press(event));
  }

  connectedCallback() {
    this.setAttribute("role", "tree");
  }

  /** Shows a value. With `isOpen` its first level is open. */
  show(value, { isOpen = false } = {}) {
    this.#value = value;
    if (isOpen && !this.#open.size && isTable(value) && entriesOf(value).length <= 20) {
      for (const [key, item] of entriesOf(value)) if (isTable(item) && entriesOf(item).length <= 8) this.#open.add(pathText([key]));
    }
    this.#draw();
  }

  /** Shows only the branches whose keys or texts contain a text. */
  search(text) {
    this.#search = text.toLowerCase();
    this.#draw();
  }

  choose(path) {
    for (let i = 1; i < path.length; i += 1) this.#open.add(pathText(path.slice(0, i)));
    this.#chosen = pathText(path);
    this.#draw();
    const line = this.#lines.find((candidate) => candidate.text === this.#chosen);
    line?.element.scrollIntoView({ block: "nearest" });
    this.dispatchEvent(new CustomEvent("place", { detail: { path, text: this.#chosen } }));
  }

  #draw() {
    const hadFocus = this.contains(document.activeElement);
    this.#lines = [];
    const parent = document.createDocumentFragment();
    if (isTable(this.#value)) this.#branch(parent, this.#value, [], 0);
    else parent.append(h("div.leaf", { role: "treeitem" }, h(`span.${kindOf(this.#value)}`, {}, scalarText(this.#value))));
    if (!parent.childNodes.length) {
      parent.append(h("div.dim", { role: "treeitem" }, this.#search ? "nothing has this text" : "{}"));
    }
    this.replaceChildren(parent);
    const current = this.#lines.find((line) => line.text === this.#chosen) ?? this.#lines[0];
    if (current) current.element.tabIndex = 0;
    if (hadFocus) current?.element.focus({ preventScroll: true });
  }

  #branch(parent, table, path, depth) {
    let entries = entriesOf(table);
    if (this.#search) entries = entries.filter(([key, value]) => this.#found(key, value, 0));
    const room = this.#more.get(pathText(path)) ?? shown;
    for (const [key, value] of entries.slice(0, room)) this.#line(parent, key, value, [...path, key], depth);
    if (entries.length > room) {
      parent.append(h("div.more", { role: "none" }, h("button", { type: "button", "data-more": pathText(path) },
        `show ${Math.min(shown, entries.length - room)} of ${entries.length - room} more`)));
    }
  }

  #found(key, value, depth) {
    if (String(key).toLowerCase().includes(this.#search)) return true;
    if (!isTable(value)) return scalarText(value).toLowerCase().includes(this.#search);
    return depth < 20 && entriesOf(value).some(([inner, item]) => this.#found(inner, item, depth + 1));
  }

  #line(parent, key, value, path, depth) {
    const text = pathText(path);
    const isBranch = isTable(value) && Object.keys(value).length > 0;
    const isOpen = isBranch && (this.#open.has(text) || (this.#search !== "" && depth < 6));
    const element = h("div.leaf", {
      role: "treeitem", "aria-level": depth + 1, "aria-expanded": isBranch ? String(isOpen) : null, tabindex: -1,
      "aria-selected": String(text === this.#chosen), "data-line": this.#lines.length,
    },
    h("span.fold", { "aria-hidden": "true" }, isBranch ? (isOpen ? "▾" : "▸") : ""),
    h("span.key", {}, typeof key === "number" ? String(key) : keyText(unescapedKey(key))),
    h("span.dim", {}, " = "), this.#summary(value, isBranch, isOpen));
    element.style.paddingLeft = `${depth * 14 + 2}px`;
    this.#lines.push({ element, path, text, isBranch, isOpen, depth });
    parent.append(element);
    if (isOpen) this.#branch(parent, value, path, depth + 1);
  }

  #summary(value, isBranch, isOpen) {
    if (!isTable(value)) return h(`span.${kindOf(value)}`, {}, lineText(value, 300));
    if (!isBranch) return h("span.dim", {}, "{}");
    const count = Object.keys(value).length;
    const items = Array.isArray(value) ? `${count} item${count === 1 ? "" : "s"}` : `${count} field${count === 1 ? "" : "s"}`;
    return h("span.dim", {}, isOpen ? items : `${lineText(value, 60)}`);
  }

  #click(event) {
    const more = event.target.closest("[data-more]");
    if (more) {
      const path = more.dataset.more;
      this.#more.set(path, (this.#more.get(path) ?? shown) + shown);
      this.#draw();
      return;
    }
    const line = this.#lines[event.target.closest("[data-line]")?.dataset.line];
    if (!line) return;
    if (line.isBranch) this.#fold(line, !line.isOpen);
    this.choose(line.path);
  }

  #fold(line, isOpen) {
    if (isOpen) this.#open.add(line.text);
    else this.#open.delete(line.text);
  }

  #press(event) {
    const index = this.#lines.findIndex((line) => line.element === event.target);
    const line = this.#lines[index];
    if (!line) return;
    const move = (to) => {
      event.preventDefault();
      const next = this.#lines[Math.min(this.#lines.length - 1, Math.max(0, to))];
      line.element.tabIndex = -1;
      next.element.tabIndex = 0;
      next.element.focus();
    };
    const fold = (isOpen) => {
      event.preventDefault();
      this.#chosen = line.text;
      this.#fold(line, isOpen);
      this.#draw();
    };
    switch (event.key) {
      case "ArrowDown": move(index + 1); break;
      case "ArrowUp": move(index - 1); break;
      case "Home": move(0); break;
      case "End": move(this.#lines.length - 1); break;
      case "ArrowRight": if (line.isBranch && !line.isOpen) fold(true); else move(index + 1); break;
      case "ArrowLeft":
        if (line.isOpen) fold(false);
        else move(this.#lines.findLastIndex((other, i) => i < index && other.depth < line.depth));
        break;
      case "Enter": case " ":
        event.preventDefault();
        this.choose(line.path);
        break;
    }
  }
}

customElements.define("value-tree", ValueTree);
