// Export and import.
import { button, download, h, pair, setText } from "./dom.js";
import { plural } from "./values.js";

class SessionView extends HTMLElement {
  #app;
  #facts = h("dl", {});
  #done = h("p", { role: "status" });
  #first = h("input", { type: "number", min: 1, placeholder: "first", "aria-label": "First action of the test" });
  #last = h("input", { type: "number", min: 1, placeholder: "last", "aria-label": "Last action of the test" });

  connect(app) {
    this.#app = app;
    const save = (what, title, members) => button(title, () => this.#export(what, members?.() ?? {}));
    const range = () => Object.fromEntries([["first", this.#first], ["last", this.#last]]
      .filter(([, input]) => input.value !== "").map(([name, input]) => [name, Number(input.value)]));
    this.append(h("h2", {}, "Session"), this.#facts,
      h("h3", {}, "Export"),
      h("dl.wide", {}, pair("session", save("session", "Save the session"), h("span.dim", {}, " for udfhost replay")),
        pair("state", save("state", "Save the state"), h("span.dim", {}, " as JSON, for --state and :load")),
        pair("test", this.#first, " to ", this.#last, " ", save("test", "Save a test", range), h("span.dim", {}, " in Lua, for udfhost test"))),
      h("h3", {}, "Import"),
      h("dl.wide", {}, pair("session", this.#import("session")), pair("state", this.#import("state"))), this.#done);
    for (const name of ["hello", "code"]) app.session.addEventListener(name, () => this.shown());
  }

  shown() {
    const { hello, generation, actions } = this.#app.session;
    if (this.hidden || !hello) return;
    this.#facts.replaceChildren(...pair("app", hello.app), ...pair("code", `generation ${generation}`),
      ...pair("history", plural(actions.length, "action"), hello.limit ? ` of at most ${hello.limit.toLocaleString("en")}` : ""),
      ...Object.entries(hello.host ?? {}).flatMap(([key, value]) => pair(key, String(value))));
  }

  async #export(what, members) {
    const answer = await this.#app.request("export", { what, ...members });
    const file = answer?.find((line) => line.kind === "export");
    if (!file) return;
    download(file.name, file.text);
    setText(this.#done, `Saved ${file.name}.`);
  }

  #import(what) {
    return h("input", { type: "file", "aria-label": `File with a ${what} to import`, onchange: async (event) => {
      const [file] = event.target.files;
      if (!file) return;
      const answer = await this.#app.request("import", { what, text: await file.text() });
      setText(this.#done, answer ? `Imported ${file.name}.` : `${file.name} was not imported.`);
      event.target.value = "";
    } });
  }
}

customElements.define("session-view", SessionView);
