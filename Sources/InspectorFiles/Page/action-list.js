// The first view: the actions as they happen.
import { h, setAttribute, setText, debounced, oncePerFrame } from "./dom.js";
import { duration, fieldsText, plural } from "./values.js";
import "./virtual-list.js";

const origins = ["prompt", "event", "effect", "sync", "native", "log"];
const cells = ["n", "origin", "type", "cause", "time", "changes"];

export class ActionList extends HTMLElement {
  #session;
  #list = h("virtual-list", { id: "actions", "aria-label": "Actions", "aria-colcount": cells.length });
  #text = h("input", { type: "search", placeholder: "Filter by text", "aria-label": "Filter actions by text" });
  #feature = h("select", { "aria-label": "Filter by feature" });
  #origin = h("select", { "aria-label": "Filter by origin" });
  #sum = h("output", { "aria-label": "Number of actions" });
  #rows = [];
  #selected = null;
  #related = new Set();
  #features = null;
  #refresh = oncePerFrame(() => this.#update());

  connect({ session, selection }) {
    this.#session = session;
    const filters = h("div.bar", { role: "search", "aria-label": "Filter actions" },
      this.#text, this.#feature, this.#origin, this.#sum);
    const heads = ["#", "origin", "action", "cause", "time", "Δ"];
    const head = h("div.row.head", { "aria-hidden": "true" }, heads.map((text, i) => h(`span.${cells[i]}`, {}, text)));
    this.append(filters, head, this.#list);
    this.#origin.append(h("option", { value: "" }, "all origins"), ...origins.map((name) => h("option", {}, name)));
    this.#list.draw = (row, index) => this.#draw(row, this.#rows[index]);
    this.#list.addEventListener("choose", (event) => selection.choose(this.#rows[event.detail].n));
    // A tooltip has what is cut off.
    this.#list.addEventListener("pointerover", (event) => {
      const row = event.target.closest(".row");
      const { type, line, event: name } = row?.action ?? {};
      if (type) row.title = `${type} ${line}${name ? ` ← ${name}` : ""}${row.action.host ? ` · host ${row.action.host}` : ""}`;
    });
    this.#text.addEventListener("input", debounced(0.1, () => this.#refilter()));
    for (const select of [this.#feature, this.#origin]) select.addEventListener("change", () => this.#refilter());
    session.addEventListener("actions", this.#refresh);
    session.addEventListener("past", this.#refresh);
    selection.addEventListener("change", () => this.#select(selection.n));
  }

  #matches() {
    const words = this.#text.value.toLowerCase().split(/\s+/).filter(Boolean);
    const feature = this.#feature.value;
    const origin = this.#origin.value;
    if (!words.length && !feature && !origin) return null;
    return (action) => {
      if (feature && action.feature !== feature) return false;
      if (origin && action.origin !== origin) return false;
      if (!words.length) return true;
      action.text ??= `#${action.n} ${action.type} ${action.event ?? ""} ${action.host ?? ""} ${fieldsText(action, 400)}`.toLowerCase();
      return words.every((word) => action.text.includes(word));
    };
  }

  #refilter() {
    this.#list.followsEnd = true;
    this.#update();
  }

  #update() {
    const { actions } = this.#session;
    const matches = this.#matches();
    const first = this.#rows[0]?.n;
    const rows = matches ? actions.filter(matches) : actions;
    // Rows that the page has dropped since, so that what is visible does not move.
    const removed = first !== undefined && rows.length && rows[0].n > first ? this.#removedCount(rows[0].n) : 0;
    this.#rows = matches ? rows : actions.slice();
    setText(this.#sum, matches ? `${rows.length} of ${actions.length}` : plural(actions.length, "action"));
    this.#listFeatures(actions);
    this.#list.update(this.#rows.length, removed);
    this.#list.mark(this.#indexOf(this.#selected), false);
  }

  #removedCount(n) {
    const index = this.#rows.findIndex((action) => action.n >= n);
    return index < 0 ? this.#rows.length : index;
  }

  #listFeatures(actions) {
    const names = [...new Set(actions.map((action) => action.feature))].sort();
    const key = names.join(" ");
    if (key === this.#features) return;
    this.#features = key;
    const { value } = this.#feature;
    this.#feature.replaceChildren(h("option", { value: "" }, "all features"), ...names.map((name) => h("option", {}, name)));
    this.#feature.value = names.includes(value) ? value : "";
  }

  #indexOf(n) {
    if (n === null) return -1;
    let low = 0;
    let high = this.#rows.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (this.#rows[middle].n === n) return middle;
      if (this.#rows[middle].n < n) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  #select(n) {
    this.#selected = n;
    this.#related = new Set();
    for (let action = this.#session.action(n); action?.cause; action = this.#session.action(action.cause)) {
      this.#related.add(action.cause);
    }
    for (const action of this.#session.actions) {
      if (action.cause === n || (action.cause > n && this.#related.has(action.cause))) this.#related.add(action.n);
    }
    this.#list.mark(this.#indexOf(n));
  }

  // A row is drawn again only if what it shows is different: this runs for every visible row of a scrolled frame.
  #draw(row, action) {
    const { past } = this.#session;
    const marks = `${action.undone ? " undone" : ""}${past !== null && action.n > past ? " later" : ""}${action.differs ? " differs" : ""}${
      action.position === null ? " optimistic" : ""}${this.#related.has(action.n) ? " related" : ""}`;
    const key = `${action.changes.length} ${action.status}${marks}`;
    if (row.action === action && row.key === key) return;
    row.key = key;
    const parts = row.parts ??= this.#make(row);
    if (row.action !== action) {
      row.action = action;
      action.line ??= fieldsText(action, 100);
      parts.n.data = `#${action.n}`;
      parts.origin.data = action.origin === "log" ? action.host ?? "log" : action.origin;
      parts.type.data = action.type;
      parts.fields.data = ` ${action.line}`;
      parts.cause.data = action.cause ? `← #${action.cause}` : "";
      parts.time.data = duration(action.seconds);
      const depth = Math.min(action.depth, 8);
      if (row.depth !== depth) {
        row.depth = depth;
        row.children[2].style.paddingLeft = `${depth * 14}px`;
      }
    }
    parts.changes.data = action.status === "committed" ? String(action.changes.length) : "✗";
    const kind = `row ${action.status}${marks}`;
    if (row.className !== kind) row.className = kind;
    setAttribute(row, "aria-label", this.#spoken(action));
  }

  #make(row) {
    const texts = Object.fromEntries([...cells, "fields"].map((name) => [name, document.createTextNode("")]));
    row.append(...cells.map((name) => h(`span.${name}`, { role: "gridcell" },
      name === "type" ? [h("b", {}, texts.type), h("span.dim", {}, texts.fields)] : texts[name])));
    return texts;
  }

  #spoken(action) {
    const parts = [`${action.n} ${action.type}, ${action.origin}${action.origin === "log" ? ` of ${action.host}` : ""}`, plural(action.changes.length, "change")];
    if (action.cause) parts.push(`caused by ${action.cause}`);
    if (action.status !== "committed") parts.push(action.status);
    if (action.undone) parts.push("undone");
    if (action.position === null) parts.push("optimistic");
    if (action.differs) parts.push("differs with the present code");
    return parts.join(", ");
  }
}

customElements.define("action-list", ActionList);
