// A picture of the app: who sends what to whom. A node leads to its line.
import { button, h, setAttribute, svg } from "./dom.js";
import { curve, layout, size } from "./graph-layout.js";
import { PollingView } from "./polling-view.js";

class GraphView extends PollingView {
  #filter = h("input", { type: "search", placeholder: "Only around a name", "aria-label": "Filter the graph by name", oninput: () => this.#show() });
  #picture = h("div.scroll", { tabindex: "0", role: "region", "aria-label": "Graph of the app" });
  #graph = { nodes: [], edges: [] };
  #text = "";

  connect(app) {
    super.connect(app);
    const kinds = ["flow", "scene", "action", "feature", "effect", "service"];
    const legend = h("span.legend", { "aria-label": "Kinds" }, kinds.map((kind) => h("span.kind", { "data-kind": kind }, kind)));
    this.append(h("div.bar", {}, this.#filter, legend, button("Refresh", () => this.refresh())), this.#picture);
  }

  concerns(line) {
    return line.kind === "reload";
  }

  ask() {
    return this.app.connection.request("graph");
  }

  draw(lines) {
    const graph = lines.find((line) => line.kind === "graph") ?? { nodes: [], edges: [] };
    const text = JSON.stringify(graph);
    if (text === this.#text) return;
    this.#text = text;
    this.#graph = graph;
    this.#show();
  }

  #show() {
    const words = this.#filter.value.toLowerCase();
    let { nodes } = this.#graph;
    const { edges } = this.#graph;
    if (words) {
      const found = new Set(nodes.filter((node) => node.name.toLowerCase().includes(words)).map((node) => node.id));
      const near = new Set(found);
      for (const { from, to } of edges) {
        if (found.has(from)) near.add(to);
        if (found.has(to)) near.add(from);
      }
      nodes = nodes.filter((node) => near.has(node.id));
    }
    if (!nodes.length) {
      this.#picture.replaceChildren(h("p.empty", {}, words ? "No part has this name." : "The app has no parts to draw."));
      return;
    }
    const { nodes: placed, links, width, height } = layout(nodes, edges);
    const paths = links.map((link) => ({ link, path: svg("path", { d: curve(link), class: `edge ${link.kind} ${link.seen ? "seen" : ""}` },
      svg("title", {}, `${link.from.name} ${link.kind} ${link.to.name}${link.seen ? `, seen ${link.seen} times` : ""}`)) }));
    const mark = (node) => {
      for (const { link, path } of paths) path.classList.toggle("near", link.from === node || link.to === node);
    };
    this.#picture.replaceChildren(svg("svg", {
      width: width + 20, height: height + 20, viewBox: `-10 -10 ${width + 20} ${height + 20}`, role: "group", "aria-label": "Parts of the app",
    }, paths.map(({ path }) => path), placed.map((node) => this.#node(node, links, mark))));
  }

  #node(node, links, mark) {
    const open = () => node.file && this.app.edit(node.file, node.line ?? 1);
    const targets = links.filter((link) => link.from === node).map((link) => `${link.kind} ${link.to.name}`);
    const element = svg("g.node", {
      transform: `translate(${node.x} ${node.y})`, "data-kind": node.kind, tabindex: 0, role: "button",
      "aria-label": [`${node.kind} ${node.name}`, node.file && `${node.file}:${node.line}`, ...targets].filter(Boolean).join(", "),
      onclick: open, onpointerenter: () => mark(node), onpointerleave: () => mark(null), onfocus: () => mark(node), onblur: () => mark(null),
      onkeydown: (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        open();
      },
    },
    svg("rect", { width: node.width, height: size.height, rx: 3 }),
    svg("text", { x: 8, y: 15 }, node.name.length > size.longest ? `${node.name.slice(0, size.longest - 1)}…` : node.name),
    svg("title", {}, `${node.kind} ${node.name}${node.file ? `\n${node.file}:${node.line}` : ""}`));
    setAttribute(element, "aria-disabled", node.file ? null : "true");
    return element;
  }
}

customElements.define("graph-view", GraphView);
