// The seventh view: the shared log, what is synchronized with a server, what waits and what the server has refused.
import { button, fill, h, pair } from "./dom.js";
import { duration, lineText, plural } from "./values.js";
import { PollingView } from "./polling-view.js";

class SyncView extends PollingView {
  seconds = 2;

  async ask() {
    const listed = await this.app.connection.line(":sync");
    const names = listed.flatMap((line) => (line.kind === "value" && Array.isArray(line.value) ? line.value : [line.value]))
      .map((value) => value?.name).filter(Boolean);
    const answers = await Promise.all([":log", ...names.map((name) => `:sync ${name}`)]
      .map((line) => this.app.connection.line(line)));
    const [[log], ...features] = answers.map((answer) => answer.filter((line) => line.kind === "value").map((line) => line.value));
    return { log, features: features.flat() };
  }

  draw({ log, features }) {
    fill(this, h("h2", {}, "Sync"), log && this.#log(log), features.map((feature) => this.#feature(feature)),
      !log && !features.length && h("p.empty", {}, "This app has no sync features and no shared log."));
  }

  #log(log) {
    const { position, head, behind, pending, contact, hosts } = log;
    return h("section", { "aria-label": "Shared log" },
      h("h3", {}, log.log, " ", h("span.state", { "data-state": log.problem ? "problem" : log.phase }, log.phase)),
      h("dl", {}, pair("this host", log.host, log.readOnly && ", read only"),
        pair("position", `${position.toLocaleString("en")} of ${head.toLocaleString("en")}`, behind > 0 && `, ${behind.toLocaleString("en")} behind`),
        pair("last answer", contact === undefined ? "none yet" : `${duration(contact)} ago`),
        pair("not confirmed", plural(pending, "own action")), log.problem && pair("problem", h("span.bad", {}, log.problem))),
      h("h4", {}, plural(hosts.length, "other host")),
      hosts.length > 0 && h("ul.plain", {}, hosts.map((host) => h("li", {}, host.name,
        h("span.dim", {}, ` last entry ${host.position.toLocaleString("en")}`)))));
  }

  #feature(feature) {
    const { name, waiting = [], deadLetters = [] } = feature;
    const freshness = feature.live ? "live" : feature.stale ? "stale" : "fresh";
    return h("section", { "aria-label": name },
      h("h3", {}, name, " ", h("span.state", { "data-state": feature.problem ? "problem" : feature.phase ?? "" }, feature.phase ?? "")),
      h("dl", {}, pair("rows", (feature.rows ?? 0).toLocaleString("en")), pair("freshness", freshness,
        feature.age !== undefined && feature.age !== null && `, equal to the server ${duration(feature.age)} ago`),
        feature.retryIn !== undefined && pair("next try", `in ${duration(feature.retryIn)}`),
        ["problem", "blocked", "notice"].filter((key) => feature[key]).map((key) => pair(key, h("span.bad", {}, String(feature[key]))))),
      h("h4", {}, plural(feature.pending ?? waiting.length, "pending mutation")),
      waiting.length > 0 && h("ul.plain", {}, waiting.map((mutation) => h("li", {}, `${mutation.id}  ${what(mutation)} `,
        h("span.dim", {}, mutation.row ? lineText(mutation.row, 80) : "", mutation.accepted ? " accepted, not yet pulled" : "")))),
      h("h4", {}, plural(feature.dead ?? deadLetters.length, "dead letter")),
      deadLetters.length > 0 && h("ul.plain", {}, deadLetters.map((letter) => this.#letter(name, letter))));
  }

  #letter(feature, letter) {
    const id = String(letter.mutation ?? letter.id);
    const act = (name, title) => button(title, async () => {
      await this.app.request("sync", { feature, act: name, mutation: id });
      this.refresh();
    }, { "data-key": `${name}-${feature}-${id}`, "aria-label": `${title} mutation ${id} of ${feature}` });
    return h("li.letter", {}, h("div", {}, `${id}  ${what(letter)} `,
      letter.age !== undefined && h("span.dim", {}, `${duration(letter.age)} ago`)),
    h("div.bad", {}, [letter.code, letter.message].filter(Boolean).join(": ")),
    letter.row && h("div.dim", {}, lineText(letter.row, 200)),
    h("p.buttons", {}, act("retry", "Retry"), act("drop", "Drop")));
  }
}

function what(mutation) {
  if (mutation.all?.length) return `${plural(mutation.all.length, "change")} as one`;
  return `${mutation.op ?? ""} ${[mutation.collection, mutation.key].filter((part) => part !== undefined).join("/")}`;
}

customElements.define("sync-view", SyncView);
