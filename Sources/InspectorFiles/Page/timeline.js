// Times on one scale.
import { h } from "./dom.js";
import { duration } from "./values.js";
import { table } from "./table.js";

/** Gives an element the place of a time on a scale of `total` seconds. */
export function placed(element, start, seconds, total) {
  element.style.left = `${Math.min(99.5, (100 * start) / total)}%`;
  element.style.width = `max(2px, ${(100 * seconds) / total}%)`;
  return element;
}

/** What ran for an action: each run below the one in which it ran, and the same as a table. Time without a measured run is left out. */
export function flame(spans) {
  let [end, gaps] = [0, 0];
  const starts = spans.map(({ start, seconds }) => {
    gaps += Math.max(0, start - end);
    end = Math.max(end, start + seconds);
    return start - gaps;
  });
  const picture = h("div.flame", { "aria-hidden": "true" }, spans.map(({ of, name, depth, seconds }, i) => {
    const run = h("div.run", { "data-kind": of, title: `${of} ${name}: ${duration(seconds)}` }, name);
    run.style.top = `${depth * 20}px`;
    return placed(run, starts[i], seconds, end - gaps || 1);
  }));
  picture.style.height = `${(Math.max(...spans.map((span) => span.depth)) + 1) * 20}px`;
  return [picture, table("What ran, in its order", [["run", ""], ["begins", "num"], ["time", "num"]], spans.map((span, i) => {
    const cell = h("span.kind", { "data-kind": span.of }, h("span.dim", {}, `${span.of} `), span.name);
    cell.style.paddingLeft = `${span.depth * 14}px`;
    return [cell, duration(starts[i]), duration(span.seconds)];
  }))];
}
