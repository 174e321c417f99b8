// The views beside the action list, one at a time. In a narrow window the action list is the first of them.
import { h, setAttribute } from "./dom.js";
import "./action-view.js";
import "./state-view.js";
import "./past-view.js";
import "./effects-view.js";
import "./screen-view.js";
import "./sync-view.js";
import "./costs-view.js";
import "./graph-view.js";
import "./session-view.js";

const views = [
  ["actions", "Actions"], ["action", "Action"], ["state", "State"], ["past", "Past"], ["effects", "Effects"],
  ["screen", "Screen"], ["sync", "Sync"], ["costs", "Costs"], ["graph", "Graph"], ["session", "Session"],
];
const nearest = { block: "nearest", inline: "nearest" };

class ViewTabs extends HTMLElement {
  #tabs = new Map();
  #panels = new Map();
  #bar = h("div.tabs", { role: "tablist", "aria-label": "Views" });
  #open = null;

  connect(app) {
    this.append(this.#bar);
    for (const [name, title] of views) {
      const tab = h("button", {
        type: "button", role: "tab", id: `tab-${name}`, "aria-controls": name === "actions" ? "list-pane" : `view-${name}`,
        onclick: () => this.open(name), onkeydown: (event) => this.#press(event, name),
      }, title);
      this.#tabs.set(name, tab);
      this.#bar.append(tab);
      if (name === "actions") continue;
      const view = h(`${name}-view`, { id: `view-${name}`, role: "tabpanel", "aria-labelledby": tab.id });
      this.#panels.set(name, view);
      view.hidden = true;
      this.append(view);
    }
    for (const view of this.#panels.values()) view.connect(app);
    app.session.addEventListener("code", () => {
      const count = app.session.preview?.differing?.length ?? 0;
      setAttribute(this.#tabs.get("past"), "data-badge", count || null);
    });
    app.session.addEventListener("hello", () => this.#panels.get(this.#open)?.shown?.());
    app.selection.addEventListener("change", () => {
      if (!["action", "state", "past", "costs"].includes(this.#open)) this.open("action");
    });
    const isNarrow = matchMedia("(max-width: 799px)");
    isNarrow.addEventListener("change", () => {
      if (!isNarrow.matches && this.#open === "actions") this.open("action");
    });
    new ResizeObserver(() => this.#tabs.get(this.#open).scrollIntoView(nearest)).observe(this.#bar);
    this.open(isNarrow.matches ? "actions" : "action");
  }

  open(name) {
    if (this.#open === name) return;
    this.#panels.get(this.#open)?.hiding?.();
    this.#open = name;
    document.body.dataset.view = name;
    for (const [key, tab] of this.#tabs) {
      setAttribute(tab, "aria-selected", String(key === name));
      tab.tabIndex = key === name ? 0 : -1;
    }
    for (const [key, panel] of this.#panels) panel.hidden = key !== name;
    this.#tabs.get(name).scrollIntoView(nearest);
    this.#panels.get(name)?.shown?.();
  }

  #press(event, name) {
    const names = [...this.#tabs.keys()].filter((key) => this.#tabs.get(key).offsetParent !== null);
    const index = names.indexOf(name);
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: names.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = names[(to + names.length) % names.length];
    this.open(next);
    this.#tabs.get(next).focus();
  }
}

customElements.define("view-tabs", ViewTabs);
