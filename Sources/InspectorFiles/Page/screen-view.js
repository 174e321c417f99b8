// The sixth view: the app's screen with real controls.
import { button, h, setAttribute, setText } from "./dom.js";
import { ScreenDrawer } from "./screen-drawer.js";

const rowsAtOnce = 50;

class ScreenView extends HTMLElement {
  #app;
  #screen = null;
  #first = 1;
  #isAsked = false;
  /** The action after which the screen beside the present one is, or null. */
  #after = null;
  #title = h("h2", {});
  #back = button("Back", () => this.#afterText("back"), { "aria-label": "Back to the previous screen" });
  #link = h("input", { placeholder: "/link", "aria-label": "Link to open", autocomplete: "off", spellcheck: "false" });
  #number = h("input", { type: "number", min: 0, placeholder: "action", "aria-label": "Show beside it the screen after action" });
  #page = h("div.page", {});
  #past = h("div.page", { role: "region", tabindex: 0 });
  #pager = h("p.buttons.pager", {});
  #problem = h("p.problem", { role: "status" });
  #drawer = new ScreenDrawer(this.#page, {
    press: (path) => this.#afterText("press", { path }),
    type: (path, text) => this.#act("type", { screen: this.#screen?.id, path, text }),
  });
  #pastDrawer = new ScreenDrawer(this.#past, { press: () => this.#refuse(), type: async () => this.#refuse() });

  connect(app) {
    this.#app = app;
    const open = (event) => {
      event.preventDefault();
      if (this.#link.value) app.run(`:nav ${this.#link.value}`);
    };
    this.#past.hidden = true;
    this.append(h("div.bar", {}, this.#back, this.#title,
      h("form.tool", { onsubmit: open, "aria-label": "Open a link" }, this.#link, button("Open", null, { type: "submit" })),
      h("label.tool", {}, "beside #", this.#number), this.#pager), this.#problem, h("div.pages", {}, this.#page, this.#past));
    this.#number.addEventListener("change", () => this.showAfter(this.#number.value === "" ? null : Number(this.#number.value)));
    app.session.addEventListener("screen", (event) => this.#show(event.detail));
    app.session.addEventListener("hello", () => {
      this.#isAsked = false;
      if (!this.hidden) this.shown();
      this.showAfter(null);
    });
  }

  /** Shows beside the present screen the one after an action; null: only the present one. The host does not move. */
  async showAfter(n) {
    this.#after = n;
    this.#number.value = n ?? "";
    const answer = n === null ? [] : await this.#app.request("screen", { after: n, first: this.#first, rows: rowsAtOnce });
    if (this.#after !== n) return;
    const drawing = answer?.find((line) => line.kind === "drawing");
    this.#past.hidden = !drawing;
    setAttribute(this.#past, "aria-label", `Screen after #${n}`);
    this.#past.dataset.after = `after #${n}`;
    this.#pastDrawer.draw(drawing?.screen.elements ?? []);
  }

  #refuse() {
    setText(this.#problem, `This is the screen after #${this.#after}. Use the present one, or move the host in the view Past.`);
  }

  shown() {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#ask();
  }

  async hiding() {
    this.#isAsked = false;
    await this.#drawer.settled();
    if (!this.#isAsked && this.#app.connection.isOpen) this.#app.request("screen", { on: false });
  }

  async #ask() {
    if (!this.#app.connection.isOpen) {
      this.#isAsked = false;
      return;
    }
    await this.#app.request("screen", { on: true, first: this.#first, rows: rowsAtOnce });
  }

  #show(screen) {
    const isOther = screen?.name !== this.#screen?.name;
    this.#screen = screen;
    if (isOther) setText(this.#problem, "");
    if (isOther && this.#first !== 1) {
      this.#first = 1;
      this.#ask();
    }
    this.#back.hidden = screen?.back === false;
    setText(this.#title, screen ? screen.title ?? screen.name ?? "" : "");
    this.#drawer.draw(screen?.elements ?? [{ kind: "empty", text: "This app has no screen." }]);
    const lists = (screen?.elements ?? []).filter((element) => element.count !== undefined);
    const longest = Math.max(0, ...lists.map((element) => element.count));
    const move = (by) => {
      this.#first = Math.max(1, this.#first + by);
      this.#ask();
    };
    const former = button("‹ Rows before", () => move(-rowsAtOnce), { disabled: this.#first === 1 });
    const next = button("Rows after ›", () => move(rowsAtOnce), { disabled: this.#first + rowsAtOnce > longest });
    const list = lists.find((element) => element.count === longest);
    const last = list ? list.first + list.rows.length - 1 : 0;
    this.#pager.replaceChildren(...(longest > rowsAtOnce ? [former, `${list?.first}–${last} of ${longest}`, next] : []));
  }

  /** Acts on the screen as it is drawn now, once the host has every text that was written. */
  async #afterText(act, members = {}) {
    const screen = this.#screen?.id;
    await this.#drawer.settled();
    await this.#act(act, { screen, ...members });
  }

  async #act(act, members) {
    try {
      await this.#app.connection.request(act, members);
      setText(this.#problem, "");
    } catch (error) {
      setText(this.#problem, error.message.split("\n")[0]);
    }
  }
}

customElements.define("screen-view", ScreenView);
