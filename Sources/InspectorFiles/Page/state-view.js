// The third view: the state as a tree, now or after an action.
import { button, h, debounced, oncePerFrame, pair, setText } from "./dom.js";
import { duration, isTable, lineText, pathText } from "./values.js";
import { valueAt } from "./changes.js";
import { actionLink, placeLink } from "./links.js";
import "./dispatch-box.js";
import "./value-tree.js";

class StateView extends HTMLElement {
  #app;
  #tree = h("value-tree", { "aria-label": "State" });
  #search = h("input", { type: "search", placeholder: "Search keys and values", "aria-label": "Search the state" });
  #when = h("output", { "aria-live": "polite" });
  #place = h("aside.place", { "aria-label": "Chosen place" });
  #dispatch = h("dispatch-box");
  #after = null;
  #past = undefined;
  #chosen = null;
  #followed = null;

  connect(app) {
    this.#app = app;
    this.append(h("div.bar", {}, this.#search, this.#when), h("div.scroll", {}, this.#tree), this.#place, this.#dispatch);
    this.#dispatch.connect(app);
    this.#place.hidden = true;
    this.#search.addEventListener("input", debounced(0.15, () => this.#tree.search(this.#search.value)));
    this.#tree.addEventListener("place", (event) => this.#choose(event.detail.path));
    const refresh = oncePerFrame(() => this.#draw());
    app.session.addEventListener("state", refresh);
    app.session.addEventListener("past", () => this.#follow());
    app.session.addEventListener("hello", () => this.showAfter(null));
  }

  shown() {
    this.#draw();
  }

  // While the host is at a past action, that state is shown.
  #follow() {
    const { past } = this.#app.session;
    if (past === this.#followed) return;
    this.#followed = past;
    this.showAfter(past);
  }

  /** Shows the state after an action, or the present one. The host does not move. */
  async showAfter(n) {
    this.#after = n;
    document.querySelector("history-bar").show(this.#app.session.past === n ? null : n);
    if (n !== null) {
      const answer = await this.#app.request("state", { after: n });
      if (this.#after !== n) return;
      this.#past = answer?.find((line) => line.kind === "state")?.value;
      if (this.#past === undefined) this.#after = null;
    }
    this.#draw();
  }

  get #value() {
    return this.#after === null ? this.#app.session.state : this.#past;
  }

  #draw() {
    if (this.hidden) return;
    setText(this.#when, this.#after === null ? "present" : `after #${this.#after}`);
    this.classList.toggle("past", this.#after !== null);
    if (this.#value !== undefined) this.#tree.show(this.#value, { isOpen: true });
  }

  reveal(path) {
    if (this.#after !== null) this.showAfter(null);
    this.#draw();
    this.#tree.choose(path);
  }

  /** Fills the box that dispatches an action. */
  prepare(type, fields) {
    this.#dispatch.prepare(type, fields);
  }

  async #choose(path) {
    const text = pathText(path);
    this.#chosen = text;
    this.#place.hidden = false;
    const blame = h("dl", {});
    const value = valueAt(this.#value, path);
    this.#place.replaceChildren(
      h("div.bar", {}, h("code.path", {}, text), button("Copy path", () => this.#copy(text)),
        button("Copy value", () => this.#copy(isTable(value) ? JSON.stringify(value, null, 2) : String(value))),
        button("Watch", () => this.#app.run(`:watch ${text}`)),
        button("Close", () => { this.#place.hidden = true; }, { "aria-label": "Close the chosen place" })),
      blame);
    try {
      const answer = await this.#app.connection.line(`:blame ${text}`);
      if (this.#chosen === text) blame.replaceChildren(...this.#blame(answer.find((line) => line.kind === "blame")));
    } catch (error) {
      blame.replaceChildren(...pair("written by", error.message));
    }
  }

  async #copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      setText(this.#when, "copied");
    } catch (error) {
      this.#app.report(error);
    }
  }

  #blame(line) {
    if (!line) return pair("written by", "unknown");
    if (line.initial || line.n === undefined) return pair("written by", line.initial === false ? "before the history begins" : "the initial state");
    const by = line.by ? placeLink(this.#app, line.by) : line.native ?? "unknown";
    return [
      pair("written by", by, " in ", actionLink(this.#app, line.n), ` ${line.type ?? ""}`),
      line.from ? pair("sent from", placeLink(this.#app, line.from)) : line.event ? pair("view event", line.event) : [],
      line.age !== undefined ? pair("age", duration(line.age)) : [],
      "written" in line && pathText(line.written) !== this.#chosen ? pair("place", pathText(line.written)) : [],
      pair("value", lineText(line.value, 200)),
    ].flat();
  }
}

customElements.define("state-view", StateView);
