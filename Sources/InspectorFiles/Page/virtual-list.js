// A list that has elements only for the rows that are visible.
import { h, oncePerFrame, setAttribute } from "./dom.js";

const margin = 4;

/**
 * `rowHeight` in pixels, `count` rows, `draw(row, index)` fills a row element, which it gets again for other rows.
 * Events: `choose` with the index, by a click or the keyboard.
 */
export class VirtualList extends HTMLElement {
  rowHeight = 22;
  draw = () => {};
  #count = 0;
  #current = -1;
  #rows = [];
  #body = h("div.rows", { role: "presentation" });
  #refresh = oncePerFrame(() => this.#show());
  /** Whether the end stays visible while rows are added. */
  followsEnd = true;

  connectedCallback() {
    if (this.#body.isConnected) return;
    this.append(this.#body);
    this.tabIndex = 0;
    setAttribute(this, "role", "grid");
    this.addEventListener("scroll", () => {
      this.followsEnd = this.scrollTop + this.clientHeight >= this.scrollHeight - this.rowHeight;
      this.#refresh();
    }, { passive: true });
    this.addEventListener("click", (event) => {
      const row = event.target.closest("[data-index]");
      if (row) this.choose(Number(row.dataset.index));
    });
    this.addEventListener("keydown", (event) => this.#press(event));
    new ResizeObserver(() => this.#refresh()).observe(this);
  }

  get count() {
    return this.#count;
  }

  /** Shows other rows. `removed` rows are gone from the beginning, which keeps the others in place on the screen. */
  update(count, removed = 0) {
    const top = this.scrollTop;
    this.#count = count;
    if (removed) this.#current -= removed;
    this.#body.style.height = `${count * this.rowHeight}px`;
    setAttribute(this, "aria-rowcount", count);
    if (this.followsEnd) this.scrollTop = count * this.rowHeight;
    else if (removed) this.scrollTop = Math.max(0, top - removed * this.rowHeight);
    this.#refresh();
  }

  /** Marks a row as the current one and shows it, without the event. */
  mark(index, isShown = true) {
    this.#current = index;
    if (isShown && index >= 0) {
      const top = index * this.rowHeight;
      if (top < this.scrollTop) this.scrollTop = top;
      else if (top + this.rowHeight > this.scrollTop + this.clientHeight) {
        this.scrollTop = top + this.rowHeight - this.clientHeight;
      }
    }
    this.#refresh();
  }

  choose(index) {
    if (index < 0 || index >= this.#count) return;
    this.mark(index);
    this.dispatchEvent(new CustomEvent("choose", { detail: index }));
  }

  #press(event) {
    const page = Math.max(1, Math.floor(this.clientHeight / this.rowHeight) - 1);
    const last = this.#count - 1;
    const to = {
      ArrowDown: this.#current + 1, ArrowUp: this.#current < 0 ? last : this.#current - 1,
      PageDown: this.#current + page, PageUp: this.#current - page, Home: 0, End: last,
    }[event.key];
    if (to === undefined || last < 0) return;
    event.preventDefault();
    this.choose(Math.min(last, Math.max(0, to)));
  }

  #show() {
    const first = Math.max(0, Math.floor(this.scrollTop / this.rowHeight) - margin);
    const needed = Math.min(this.#count - first, Math.ceil(this.clientHeight / this.rowHeight) + 2 * margin);
    while (this.#rows.length < needed) {
      const row = h("div.row", { role: "row" });
      row.id = `${this.id}-${this.#rows.length}`;
      this.#rows.push(row);
      this.#body.append(row);
    }
    let active = null;
    for (const [slot, row] of this.#rows.entries()) {
      // A row element keeps its row while it is visible: it is the one of its index modulo their number.
      const index = first + ((slot - first) % this.#rows.length + this.#rows.length) % this.#rows.length;
      const isUsed = index < first + needed;
      if (row.hidden === isUsed) row.hidden = !isUsed;
      if (!isUsed) continue;
      if (row.dataset.index !== String(index)) {
        row.dataset.index = index;
        row.style.transform = `translateY(${index * this.rowHeight}px)`;
        setAttribute(row, "aria-rowindex", index + 1);
      }
      const isCurrent = index === this.#current;
      setAttribute(row, "aria-selected", isCurrent);
      if (isCurrent) active = row.id;
      this.draw(row, index);
    }
    setAttribute(this, "aria-activedescendant", active);
  }
}

customElements.define("virtual-list", VirtualList);
