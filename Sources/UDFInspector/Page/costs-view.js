// The eighth view: what reducers, views and effects cost.

import { button, fill, h } from "./dom.js";
import { bytes, duration } from "./values.js";
import { PollingView } from "./polling-view.js";
import { table } from "./table.js";

class CostsView extends PollingView {
  concerns(line) {
    return line.kind === "action";
  }

  ask() {
    return this.app.connection.line(":prof");
  }

  draw(lines) {
    const costs = lines.filter((line) => line.kind === "cost").sort((a, b) => b.seconds - a.seconds);
    const total = costs.reduce((sum, cost) => sum + cost.seconds, 0) || 1;
    const columns = [["what", ""], ["total", "num"], ["share", "share"], ["calls", "num"], ["mean", "num"], ["worst", "num"], ["memory", "num"]];
    const switches = h("p.buttons", {}, ["on", "off"].map((word) => button(word === "on" ? "Measure" : "Stop", async () => {
      await this.app.run(`:prof ${word}`);
      this.refresh();
    }, { "data-key": word })));
    fill(this, h("h2", {}, "Costs"), switches, costs.length
      ? table("Costs, the most expensive first", columns, costs.map((cost) => this.#row(cost, total)))
      : h("p.empty", {}, "Nothing is measured yet. Measuring costs nothing until it is switched on."));
  }

  #row(cost, total) {
    return [h("span", {}, h("span.dim", {}, `${cost.of} `), cost.name), duration(cost.seconds),
      h("meter", { min: 0, max: 1, value: cost.seconds / total, "aria-label": `share of ${cost.name}` }),
      cost.calls.toLocaleString("en"), duration(cost.mean), duration(cost.worst), bytes(cost.bytes)];
  }
}

customElements.define("costs-view", CostsView);
