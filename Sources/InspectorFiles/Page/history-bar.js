// The slider over the history, and undo, redo and the way back to live.
import { button, h, debounced, oncePerFrame, setText } from "./dom.js";

class HistoryBar extends HTMLElement {
  #app;
  #slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Moment in the history" });
  #where = h("output", {});
  #live = button("Live", () => this.#goLive(), { title: "Back to the present" });
  /** The action whose state the page shows, or null. The host stays live. */
  viewed = null;

  connect(app) {
    this.#app = app;
    const run = (text) => () => app.run(text);
    this.append(this.#slider, this.#where,
      h("span.group", { role: "group", "aria-label": "History" }, this.#live,
        button("Undo", run(":undo"), { title: ":undo" }), button("Redo", run(":redo"), { title: ":redo" })));
    // The slider moves the screen if that is what the page shows, and else the state.
    const place = () => (document.body.dataset.view === "screen" ? "screen" : "state");
    const look = debounced(0.05, () => app.view(place()).showAfter(this.viewed));
    this.#slider.addEventListener("input", () => {
      const actions = this.#actions;
      const position = Number(this.#slider.value);
      this.viewed = position >= actions.length ? null : position === 0 ? this.#before() : actions[position - 1].n;
      app.open(place());
      if (this.viewed && place() === "state") app.selection.choose(this.viewed);
      look();
      this.#draw();
    });
    const refresh = oncePerFrame(() => this.#draw());
    for (const name of ["actions", "past", "hello"]) app.session.addEventListener(name, refresh);
    this.#draw();
  }

  // The state before the first action that is kept.
  #before() {
    return Math.max(0, (this.#app.session.actions[0]?.n ?? 1) - 1);
  }

  // The actions whose states can be shown.
  get #actions() {
    return this.#app.session.actions.filter((action) => !action.undone && action.status === "committed");
  }

  show(n) {
    this.viewed = n;
    this.#draw();
  }

  async #goLive() {
    this.viewed = null;
    if (this.#app.session.past !== null) await this.#app.run(":at live");
    for (const view of ["state", "screen"]) this.#app.view(view).showAfter(null);
    this.#draw();
  }

  #draw() {
    const { past } = this.#app.session;
    const actions = this.#actions;
    const last = actions.at(-1)?.n ?? 0;
    const n = past ?? this.viewed;
    this.#slider.max = actions.length;
    const index = n === null ? actions.length : actions.findLastIndex((action) => action.n <= n) + 1;
    this.#slider.value = index;
    this.#slider.setAttribute("aria-valuetext", n === null ? "live" : `after action ${n}`);
    this.#slider.disabled = actions.length === 0;
    setText(this.#where, n === null ? `live · #${last}` : `${past === null ? "after" : "host at"} #${n} of #${last}`);
    this.#live.disabled = n === null;
    this.classList.toggle("past", n !== null);
  }
}

customElements.define("history-bar", HistoryBar);
