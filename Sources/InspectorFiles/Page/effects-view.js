// The fifth view: the effects that have not ended.
import { button, fill, h } from "./dom.js";
import { duration } from "./values.js";
import { actionLink } from "./links.js";
import { PollingView } from "./polling-view.js";
import { table } from "./table.js";

const reasons = { time: "the clock", service: "a service", turn: "its turn", calm: "calm", native: "Swift" };

class EffectsView extends PollingView {
  seconds = 1;

  ask() {
    return this.app.connection.line(":effects");
  }

  draw(lines) {
    const effects = lines.filter((line) => line.kind === "effect");
    const columns = [["effect", ""], ["action", "num"], ["since", "num"], ["waits for", ""], ["", ""]];
    fill(this, h("h2", {}, "Effects in flight"), effects.length
      ? table("Effects that have not ended", columns, effects.map((effect) => this.#row(effect)))
      : h("p.empty", {}, "No effect is under way."));
  }

  #row(effect) {
    return [h("span", {}, effect.name, effect.id ? ` ${effect.id}` : "", effect.background && h("span.tag", {}, "background")),
      effect.n === undefined ? "" : actionLink(this.app, effect.n, `a${effect.number}`),
      duration(effect.seconds),
      effect.begun === false && !effect.waits?.length ? "its turn" : (effect.waits ?? []).map((wait) => waitText(wait)).join(", "),
      button("Cancel", () => this.#cancel(effect), { "data-key": `c${effect.number}`, "aria-label": `Cancel ${effect.name}` })];
  }

  async #cancel(effect) {
    await this.app.run(`:cancel ${effect.number}`);
    this.refresh();
  }
}

function waitText(wait) {
  const what = wait.name ?? reasons[wait.for] ?? wait.for;
  return wait.seconds === undefined ? what : `${what}, ${duration(wait.seconds)}`;
}

customElements.define("effects-view", EffectsView);
