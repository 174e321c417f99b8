// A table of the page.
import { h } from "./dom.js";

/** `columns`: [title, class]; `rows`: [cell, …], where a cell is a text or an element. */
export function table(label, columns, rows) {
  return h("table", {}, h("caption", {}, label),
    h("thead", {}, h("tr", {}, columns.map(([title, kind]) => h("th", { scope: "col", class: kind }, title)))),
    h("tbody", {}, rows.map((cells) => h("tr", {}, cells.map((cell, i) => h("td", { class: columns[i][1] }, cell))))));
}
