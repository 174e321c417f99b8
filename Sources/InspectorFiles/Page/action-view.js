// The second view: one action.
import { button, fill, h, oncePerFrame, pair } from "./dom.js";
import { clock, duration, fieldsText, plural } from "./values.js";
import { changeList } from "./change-list.js";
import { actionLink, placeLink } from "./links.js";
import { placed } from "./timeline.js";
import { valueTree } from "./value-tree.js";

class ActionView extends HTMLElement {
  #app;
  #details = null;
  #isAsking = false;

  connect(app) {
    this.#app = app;
    const refresh = oncePerFrame(() => this.#draw());
    app.selection.addEventListener("change", () => {
      this.#details = null;
      refresh();
      this.#ask();
    });
    app.session.addEventListener("actions", () => {
      if (this.hidden || this.#app.selection.n === null) return;
      refresh();
      this.#ask();
    });
    this.#draw();
  }

  shown() {
    this.#draw();
    this.#ask();
  }

  // What only the host knows: the effects that the action has started, the calls of services, the place in the script.
  async #ask() {
    const { n } = this.#app.selection;
    if (n === null || this.hidden || this.#isAsking) return;
    this.#isAsking = true;
    try {
      const answer = await this.#app.connection.line(`:action ${n}`);
      if (n === this.#app.selection.n) this.#details = answer.find((line) => line.kind === "details") ?? null;
    } catch {
      // A refused action has no details.
    }
    this.#isAsking = false;
    if (n === this.#app.selection.n) this.#draw();
    else this.#ask();
  }

  #draw() {
    const { session, selection } = this.#app;
    const action = session.action(selection.n);
    if (!action) {
      fill(this, h("p.empty", {}, selection.n === null ? "Choose an action in the list."
        : `#${selection.n} is no longer kept.`));
      return;
    }
    const details = this.#details ?? {};
    const changes = details.changes ?? action.changes;
    fill(this,
      h("h2", {}, h("span.dim", {}, `#${action.n} `), action.type, action.undone && h("span.tag", {}, "undone"),
        action.status !== "committed" && h("span.tag.bad", {}, action.status), action.differs && h("span.tag", {}, "differs")),
      h("dl", {}, this.#facts(action, details)),
      action.error && h("pre.error", {}, action.error.message),
      Object.keys(action.fields ?? {}).length > 0 && [h("h3", {}, "Fields"), valueTree(action.fields, "fields")],
      h("h3", {}, plural(changes.length, "change")),
      changeList(changes, { onpath: (path) => this.#showPlace(path) }),
      details.effects?.length > 0 && [h("h3", {}, "Effects"), this.#effects(details.effects)],
      details.calls?.length > 0 && [h("h3", {}, "Service calls"),
        h("ul.plain", {}, details.calls.map((call) => h("li", {}, `${call.service}.${call.method}`, call.count > 1 ? ` × ${call.count}` : "")))],
      this.#caused(action), this.#buttons(action));
  }

  #facts(action, details) {
    const { generation, event = action.event, site = action.site } = details;
    const { host = details.host, position = details.position } = action;
    return [
      pair("origin", action.origin, event && ` ← ${event}`),
      action.cause && pair("cause", actionLink(this.#app, action.cause)),
      site && pair("sent from", placeLink(this.#app, site)),
      (action.seconds ?? details.seconds) !== undefined && pair("duration", duration(details.seconds ?? action.seconds)),
      action.time && pair("time", clock(action.time)),
      generation && pair("code", `generation ${generation}`),
      host && pair("host", host),
      host && pair("in the log", position === null ? "optimistic: not confirmed" : `position ${position.toLocaleString("en")}`),
    ].filter(Boolean);
  }

  // All on one scale, which begins with the action.
  #effects(effects) {
    const total = Math.max(...effects.map(({ start = 0, seconds = 0 }) => start + seconds)) || 1;
    return h("ul.plain", {}, effects.map((effect) => this.#effect(effect, total)));
  }

  #effect(effect, total) {
    const { outcome = "underWay", name, start, seconds, by, waits = [], number, place } = effect;
    return h("li", {}, h("span.state", { "data-state": outcome }, outcome === "underWay" ? "under way" : outcome), " ", name,
      place && [" ", placeLink(this.#app, place)],
      seconds !== undefined && h("span.dim", {}, ` ${duration(seconds)}`),
      by && [" by ", actionLink(this.#app, by)],
      waits.length > 0 && h("span.dim", {}, ` waits for ${waits.map((wait) => wait.name ?? wait.for).join(", ")}`),
      number !== undefined && outcome === "underWay" && [" ", button("Cancel", () => this.#app.run(`:cancel ${number}`))],
      start !== undefined && h("div.track", { title: `${duration(start)} after the action, for ${duration(seconds)}` },
        placed(h("span.bar-of-time", { "data-state": outcome }), start, seconds, total)));
  }

  #caused(action) {
    const caused = this.#app.session.caused(action.n);
    return caused.length > 0 && [h("h3", {}, "Caused"), h("ul.plain", {}, caused.map((other) =>
      h("li", {}, actionLink(this.#app, other.n), ` ${other.type} `, h("span.dim", {}, fieldsText(other, 60)))))];
  }

  #buttons(action) {
    const dispatch = () => {
      this.#app.open("state");
      this.#app.view("state").prepare(action.type, action.fields);
    };
    return h("p.buttons", {}, button("Show the state after it", () => {
      this.#app.open("state");
      this.#app.view("state").showAfter(action.n);
    }), button("Send again…", dispatch), action.differs && button("Compare", () => this.#app.open("past")));
  }

  #showPlace(path) {
    this.#app.open("state");
    this.#app.view("state").reveal(path);
  }
}

customElements.define("action-view", ActionView);
