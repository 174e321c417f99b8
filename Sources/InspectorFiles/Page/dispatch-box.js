// Sends an action: the only way to change the state. The types come from the app's features.
import { button, h, setText } from "./dom.js";
import { keyText } from "./values.js";

class DispatchBox extends HTMLElement {
  #app;
  #types = new Map();
  #form;
  #type = h("input", { list: "action-types", placeholder: "feature/action", "aria-label": "Type of the action", autocomplete: "off", spellcheck: "false" });
  #list = h("datalist", { id: "action-types" });
  #fields = h("span.fields", { role: "group", "aria-label": "Fields of the action" });
  #problem = h("output.problem", { "aria-live": "polite" });
  #prepared = {};

  connect(app) {
    this.#app = app;
    this.#form = h("form", { "aria-label": "Dispatch an action", onsubmit: (event) => {
      event.preventDefault();
      this.#send();
    } }, this.#type, this.#list, this.#fields, button("Dispatch", null, { type: "submit" }), this.#problem);
    this.append(this.#form);
    this.#type.addEventListener("input", () => {
      this.#prepared = {};
      this.#askFields();
    });
    app.session.addEventListener("code", () => this.#learn());
  }

  async #learn() {
    try {
      const answer = await this.#app.connection.line(":ls");
      const features = answer.find((line) => line.kind === "value" && Array.isArray(line.value))?.value ?? [];
      this.#types = new Map(features.flatMap((feature) => (feature.actions ?? []).map((action) => [action.name, action.fields ?? {}])));
      this.#list.replaceChildren(...[...this.#types.keys()].map((value) => h("option", { value })));
    } catch {
      // Without the list any type can still be written.
    }
  }

  prepare(type, fields) {
    this.#type.value = type;
    this.#prepared = fields ?? {};
    this.#askFields();
    this.#type.focus();
  }

  #askFields() {
    const declared = this.#types.get(this.#type.value) ?? {};
    const names = [...new Set([...Object.keys(declared), ...Object.keys(this.#prepared)])].sort();
    this.#fields.replaceChildren(...names.map((name) => {
      const kind = typeof declared[name] === "string" ? declared[name] : declared[name] ? "table" : "any";
      const value = this.#prepared[name];
      const text = value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
      return h("label", {}, h("span.key", {}, keyText(name)), h("input", {
        "data-name": name, "data-kind": kind, placeholder: kind, value: text, autocomplete: "off", spellcheck: "false",
      }));
    }));
    setText(this.#problem, "");
  }

  async #send() {
    const action = { type: this.#type.value.trim() };
    try {
      for (const input of this.#fields.querySelectorAll("input")) {
        const value = fieldValue(input.value, input.dataset.kind, this.#prepared[input.dataset.name], input.dataset.name);
        if (value !== undefined) action[input.dataset.name] = value;
      }
      const answer = await this.#app.connection.request("dispatch", { action });
      const error = answer.find((line) => line.kind === "error");
      setText(this.#problem, error?.message ?? "");
    } catch (error) {
      setText(this.#problem, error.message);
    }
  }
}

/** A text of a field as a value of its declared kind; an empty text of another kind than string is no value. */
function fieldValue(text, kind, before, name) {
  const isOptional = kind.endsWith("?");
  const base = isOptional ? kind.slice(0, -1) : kind;
  if (text === "" && (isOptional || base !== "string") && typeof before !== "string") return undefined;
  if (base === "string" || typeof before === "string") return text;
  try {
    return JSON.parse(text);
  } catch {
    if (base === "any" || base.includes("|") || base === "table") return text;
    throw new Error(`${name} must be ${base}, written as JSON: 3, true, "text", {"a": 1}`);
  }
}

customElements.define("dispatch-box", DispatchBox);
