// The fourth view: the past after a reload. Which actions now do something else, side by side, and adopting it.
import { button, fill, h, oncePerFrame } from "./dom.js";
import { plural } from "./values.js";
import { changeList } from "./change-list.js";
import { actionLink } from "./links.js";

class PastView extends HTMLElement {
  #app;
  #key = null;
  #isDue = true;

  connect(app) {
    this.#app = app;
    const refresh = oncePerFrame(() => this.shown());
    app.session.addEventListener("code", () => {
      this.#isDue = true;
      refresh();
    });
    app.session.addEventListener("past", refresh);
  }

  shown() {
    if (this.hidden) return;
    const { session } = this.#app;
    const key = `${session.generation} ${session.preview?.differing?.join() ?? ""} ${session.past}`;
    if (key === this.#key && !this.#isDue) return;
    this.#key = key;
    this.#isDue = false;
    this.#draw();
  }

  async #draw() {
    const { preview, past } = this.#app.session;
    const differing = preview?.differing ?? [];
    const body = h("div.compared", {});
    fill(this,
      h("h2", {}, "The past with the present code"),
      past !== null && h("p.notice", {}, `The host stays as #${past} left it. Actions, effects and saved files wait. `,
        button("Back to live", () => this.#app.run(":at live")), " ", button("Continue from here", () => this.#app.run(":resume"))),
      h("p", {}, this.#summary(preview, differing)),
      differing.length > 0 && h("p.buttons", {}, button("Adopt", () => this.#app.request("adopt", { generation: preview.generation }), { class: "primary" }),
        h("span.dim", {}, "reduces the past again with the present code (:replay); effects do not start again")),
      body, this.#travel());
    if (!differing.length) return;
    // One request for the range; only those that differ are shown.
    const answer = await this.#app.request("line", { text: `:replay ${differing[0]}..${differing.at(-1)}` });
    const lines = (answer ?? []).filter((line) => line.kind === "replayed" && line.differs).slice(0, 100);
    body.replaceChildren(...lines.map((line) => this.#compared(line)));
    if (differing.length > lines.length) body.append(h("p.dim", {}, `… and ${differing.length - lines.length} more`));
  }

  #summary(preview, differing) {
    if (!preview) return "After a save the host reduces the past again with the new code, and shows here which actions differ.";
    if (!differing.length) return `All ${plural(preview.actions, "past action")} do the same with generation ${preview.generation}.`;
    const unseen = preview.unseen ? `; ${plural(preview.unseen, "action")} could not be compared` : "";
    return `${differing.length} of ${plural(preview.actions, "past action")} ${differing.length === 1 ? "differs" : "differ"} with generation ${preview.generation}${unseen}.`;
  }

  #compared(line) {
    return h("section.pair", { "aria-label": `Action ${line.n}` },
      h("h3", {}, actionLink(this.#app, line.n), ` ${line.type}`),
      h("div.sides", {},
        h("div.side.was", {}, h("h4", {}, "was"), changeList(line.was ?? [])),
        h("div.side.now", {}, h("h4", {}, "now"), line.error ? h("pre.error", {}, line.error) : changeList(line.now ?? []))));
  }

  #travel() {
    const number = h("input", { type: "number", min: 0, "aria-label": "Number of an action", placeholder: "action" });
    const go = (event) => {
      event.preventDefault();
      if (number.value !== "") this.#app.run(`:at ${number.value}`);
    };
    return [h("h3", {}, "Move the host"),
      h("p.dim", {}, "The slider shows a past state and leaves the host live. :at moves the host itself: everything that happens waits until it is live again."),
      h("form.bar", { onsubmit: go, "aria-label": "Move the host to a past action" }, number, button("Go", null, { type: "submit" }))];
  }
}

customElements.define("past-view", PastView);
