// The error of a reload, with the source around it and a caret, until the code loads again.
import { button, h } from "./dom.js";

class ReloadError extends HTMLElement {
  #app;

  connect(app) {
    this.#app = app;
    this.hidden = true;
    app.session.addEventListener("code", () => this.#draw());
  }

  async #draw() {
    const error = this.#app.session.reloadError;
    this.hidden = !error;
    if (!error) {
      this.replaceChildren();
      return;
    }
    const { file, line, column, message = "" } = error;
    // The text of the message repeats the source, which is shown with more lines below.
    const text = message.split("\n")[0];
    const source = h("pre.source", { "aria-label": "Source" });
    this.replaceChildren(
      h("p", {}, h("strong", {}, "The code does not load. "), `Generation ${this.#app.session.generation} still runs.`),
      h("p.message", {}, text), source,
      h("p.buttons", {}, file && button(`Open ${file}:${line ?? 1}`, () => this.#app.edit(file, line ?? 1)),
        button("Reload", () => this.#app.run(":reload"))));
    if (!file || !line) return;
    try {
      const [found] = await this.#app.connection.request("source", { file, line });
      if (this.#app.session.reloadError?.message === message) this.#showSource(source, found, line, column);
    } catch {
      source.textContent = message.split("\n").slice(1).join("\n");
    }
  }

  #showSource(element, { first, lines }, line, column) {
    const from = Math.max(first, line - 3);
    const width = String(line + 3).length;
    const near = lines.slice(from - first, line + 3 - first);
    element.replaceChildren(...near.flatMap((text, i) => {
      const number = from + i;
      const row = h(number === line ? "mark" : "span", {}, `${String(number).padStart(width)} │ ${text}\n`);
      if (number !== line || !column) return [row];
      // Tabs before the caret keep their width.
      const indent = text.slice(0, column - 1).replace(/[^\t]/g, " ");
      return [row, h("span.caret", {}, `${" ".repeat(width)} │ ${indent}^\n`)];
    }));
  }
}

customElements.define("reload-error", ReloadError);
