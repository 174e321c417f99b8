// The eighth view: what reducers, views and effects cost, and what ran for one action.
import { button, fill, h } from "./dom.js";
import { bytes, duration } from "./values.js";
import { PollingView } from "./polling-view.js";
import { table } from "./table.js";
import { flame } from "./timeline.js";

class CostsView extends PollingView {
  connect(app) {
    super.connect(app);
    app.selection.addEventListener("change", () => this.refresh());
  }

  concerns(line) {
    return line.kind === "action";
  }

  async ask() {
    const { n } = this.app.selection;
    const lines = [":prof", ...(n === null ? [] : [`:prof ${n}`])];
    return (await Promise.all(lines.map((line) => this.app.connection.line(line)))).flat();
  }

  draw(lines) {
    const costs = lines.filter((line) => line.kind === "cost").sort((a, b) => b.seconds - a.seconds);
    const total = costs.reduce((sum, cost) => sum + cost.seconds, 0) || 1;
    const columns = [["what", ""], ["total", "num"], ["share", "share"], ["calls", "num more"], ["mean", "num more"], ["worst", "num more"], ["memory", "num more"]];
    const switches = h("p.buttons", {}, ["on", "off"].map((word) => button(word === "on" ? "Measure" : "Stop", async () => {
      await this.app.run(`:prof ${word}`);
      this.refresh();
    }, { "data-key": word })));
    fill(this, h("h2", {}, "Costs"), switches, costs.length
      ? table("Costs, the most expensive first", columns, costs.map((cost) => this.#row(cost, total)))
      : h("p.empty", {}, "Nothing is measured yet. Measuring costs nothing until it is switched on."),
    this.#dispatch(lines.filter((line) => line.kind === "span")));
  }

  #dispatch(spans) {
    const { session, selection: { n } } = this.app;
    if (n === null) return h("p.dim", {}, "Choose an action in the list to see what ran for it.");
    return [h("h3", {}, `#${n} ${session.action(n)?.type ?? ""}`), spans.length
      ? flame(spans.filter((span) => span.n === n)) : h("p.dim", {}, "Nothing of this action was measured.")];
  }

  #row(cost, total) {
    return [h("span", {}, h("span.dim", {}, `${cost.of} `), cost.name), duration(cost.seconds),
      h("meter", { min: 0, max: 1, value: cost.seconds / total, "aria-label": `share of ${cost.name}` }),
      cost.calls.toLocaleString("en"), duration(cost.mean), duration(cost.worst), bytes(cost.bytes)];
  }
}

customElements.define("costs-view", CostsView);
