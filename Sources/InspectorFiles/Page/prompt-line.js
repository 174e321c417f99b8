// The prompt: any command or Lua. Above it, what was answered and what the app has logged.
import { button, h } from "./dom.js";
import { fieldsText, kindOf, lineText, pathText } from "./values.js";
import { actionLink, placeLink } from "./links.js";
import { valueTree } from "./value-tree.js";

const kept = 500;
const actionsShown = 20;

class PromptLine extends HTMLElement {
  #app;
  #output = h("div.output", { role: "log", "aria-label": "Output of the prompt", tabindex: "0" });
  #input = h("input", { id: "prompt", "aria-label": "Prompt: a command or Lua", autocomplete: "off", autocapitalize: "off",
    spellcheck: "false", placeholder: "Lua or a command such as :hist, :help", list: "command-names" });
  #names = h("datalist", { id: "command-names" });
  #toggle = button("Output", () => this.#fold(!this.#output.hidden), { "aria-expanded": "false" });
  #stop = button("Stop", () => this.#app.request("interrupt"), { hidden: true, title: "Stop the script that runs" });
  #lines = [];
  #position = 0;
  #running = 0;
  #shown = 0;

  connect(app) {
    this.#app = app;
    this.#output.hidden = true;
    this.append(this.#output, h("form", { onsubmit: (event) => {
      event.preventDefault();
      this.#enter();
    } }, h("label", { for: "prompt", "aria-hidden": "true" }, "udf>"), this.#input, this.#names, this.#stop, this.#toggle,
    button("Clear", () => this.#output.replaceChildren())));
    this.#input.addEventListener("keydown", (event) => this.#press(event));
    this.#input.addEventListener("input", () => this.#complete());
    app.session.addEventListener("line", (event) => {
      const line = event.detail;
      if (line.kind === "action" && this.#running && (this.#shown += 1) <= actionsShown) this.#add(this.#drawn(line));
      // The error of a reload is shown above the views.
      if (line.kind === "error" && line.message === app.session.reloadError?.message) return;
      if (["log", "error", "watch", "sync", "undo", "redo", "replay", "resume"].includes(line.kind)) this.#add(this.#drawn(line));
    });
  }

  #complete() {
    const isCommand = /^:\S*$/.test(this.#input.value);
    const commands = isCommand ? this.#app.session.hello?.commands ?? [] : [];
    if (this.#names.childElementCount === commands.length) return;
    this.#names.replaceChildren(...commands.map((command) => h("option", { value: command.name }, command.summary ?? "")));
  }

  #press(event) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by || this.#names.childElementCount) return;
    event.preventDefault();
    this.#position = Math.min(this.#lines.length, Math.max(0, this.#position + by));
    this.#input.value = this.#lines[this.#position] ?? "";
  }

  async #enter() {
    const text = this.#input.value.trim();
    if (!text) return;
    this.#input.value = "";
    this.#names.replaceChildren();
    if (this.#lines.at(-1) !== text) this.#lines.push(text);
    this.#position = this.#lines.length;
    this.#fold(false);
    await this.run(text);
  }

  /** Runs a line and shows it with its answer. */
  async run(text) {
    this.#add(h("div.asked", {}, h("span.dim", {}, "udf> "), text));
    this.#running += 1;
    this.#shown = 0;
    // A short line is over before anyone could stop it.
    const slow = setTimeout(() => { this.#stop.hidden = false; }, 500);
    try {
      const answer = await this.#app.connection.line(text);
      for (const line of answer) if (!this.#isShownElsewhere(line)) this.#add(this.#drawn(line));
    } catch (error) {
      this.report(error.line ?? { kind: "error", message: error.message });
    }
    clearTimeout(slow);
    this.#running -= 1;
    this.#stop.hidden = this.#running === 0;
    if (this.#shown > actionsShown) this.#add(h("pre.dim", {}, `… and ${this.#shown - actionsShown} more`));
  }

  // What has happened comes by itself, and the list of actions has it.
  #isShownElsewhere(line) {
    return ["action", "change", "log", "reload", "preview", "undo", "redo", "replay", "resume", "at", "state"].includes(line.kind);
  }

  report(line) {
    this.#fold(false);
    const drawn = this.#drawn(line);
    if (this.#output.lastElementChild?.textContent !== drawn.textContent) this.#add(drawn);
  }

  #fold(isHidden) {
    this.#output.hidden = isHidden;
    this.#toggle.setAttribute("aria-expanded", String(!isHidden));
    this.#output.scrollTop = this.#output.scrollHeight;
  }

  #add(element) {
    const isAtEnd = this.#output.scrollTop + this.#output.clientHeight >= this.#output.scrollHeight - 30;
    this.#output.append(element);
    while (this.#output.childElementCount > kept) this.#output.firstElementChild.remove();
    if (isAtEnd) this.#output.scrollTop = this.#output.scrollHeight;
  }

  #drawn(line) {
    switch (line.kind) {
      case "value":
        if (kindOf(line.value) === "table") return valueTree(line.value, "value");
        return typeof line.value === "string" ? h("pre", {}, line.value) : h("pre", { class: kindOf(line.value) }, lineText(line.value, 2000));
      case "action": return h("pre", {}, actionLink(this.#app, line.n),
        ` ${line.type} `, h("span.dim", {}, fieldsText(line, 200)), line.status === "committed" ? "" : ` ${line.status}`);
      case "error": return h("pre.error", {}, line.file && [placeLink(this.#app, `${line.file}:${line.line ?? 1}`), " "], line.message);
      case "log": return h("pre", {}, h("span.tag", {}, line.level), " ", line.message,
        line.fields && h("span.dim", {}, ` ${lineText(line.fields, 400)}`));
      case "watch": return h("pre", {}, h("span.tag", {}, "watch"), ` ${pathText(line.path)}: `,
        "old" in line && [h("del", {}, lineText(line.old, 200)), " → "], lineText(line.new, 200));
      case "screen": return h("pre", {}, line.lines.join("\n"));
      case "undo": case "redo": case "resume": case "replay": return h("pre", {}, h("span.tag", {}, line.kind), " ", travel(line));
      default: {
        const { kind, ...members } = line;
        return h("details", {}, h("summary", {}, h("span.tag", {}, kind), " ", lineText(members, 120)), valueTree(members, kind));
      }
    }
  }
}

function travel(line) {
  const listed = (numbers) => numbers.map((n) => `#${n}`).join(" ");
  const parts = [];
  if (line.removed?.length) parts.push(`removed ${listed(line.removed)}`);
  if (line.restored?.length) parts.push(`restored ${listed(line.restored)}`);
  if (line.actions !== undefined) parts.push(`${line.actions} actions reduced again`);
  if (line.differing?.length) parts.push(`${listed(line.differing)} now differ`);
  for (const refused of line.refused ?? []) parts.push(`#${refused.n} is refused: ${refused.message ?? ""}`);
  for (const call of line.calls ?? []) parts.push(`#${call.n} has called ${call.service}.${call.method}`);
  for (const lost of line.lost ?? []) parts.push(`${lost.effect} of #${lost.n} does not run`);
  return parts.join("; ") || "nothing changed";
}

customElements.define("prompt-line", PromptLine);
