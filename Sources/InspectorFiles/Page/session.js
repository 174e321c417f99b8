// What the page knows of the host: the present state, the actions that the host keeps, and what happened to the code.
import { apply } from "./changes.js";

const spare = 256;

/** Events: `hello`, `actions`, `state`, `past` (live or not), `code` (reload, preview), `line` (each line), `screen`. */
export class Session extends EventTarget {
  hello = null;
  state = {};
  /** The newest actions, in the order of their numbers. */
  actions = [];
  #byNumber = new Map();
  /** The number of the action at which the host stays, or null when it is live. */
  past = null;
  reloadError = null;
  preview = null;
  generation = 1;

  receive(message) {
    if (message.hello) this.#begin(message.hello);
    if (message.lines) this.#take(message.lines);
    if ("screen" in message) this.dispatchEvent(new CustomEvent("screen", { detail: message.screen }));
  }

  get limit() {
    return this.hello?.limit ?? 10000;
  }

  action(n) {
    return this.#byNumber.get(n);
  }

  /** The actions that `n` caused, which the page still has. */
  caused(n) {
    return this.actions.filter((action) => action.cause === n);
  }

  #begin(hello) {
    this.hello = hello;
    this.actions = [];
    this.#byNumber.clear();
    this.past = hello.live === false ? hello.at : null;
    this.reloadError = null;
    this.preview = null;
    this.generation = hello.generation ?? hello.host?.generation ?? 1;
    for (const name of ["hello", "actions", "past", "code"]) this.#emit(name);
  }

  #emit(name) {
    this.dispatchEvent(new Event(name));
  }

  #take(lines) {
    const changed = new Set();
    for (const line of lines) {
      for (const name of this.#one(line)) changed.add(name);
      this.dispatchEvent(new CustomEvent("line", { detail: line }));
    }
    for (const name of changed) this.#emit(name);
  }

  #one(line) {
    switch (line.kind) {
      case "state":
        // It begins a history: what follows replaces the list.
        this.state = line.value;
        this.actions = [];
        this.#byNumber.clear();
        return ["state", "actions"];
      case "history":
      case "action":
        this.#add(line);
        return ["actions"];
      case "change":
        this.state = apply(this.state, line);
        if (line.n === undefined) return ["state"];
        this.#byNumber.get(line.n)?.changes.push(line);
        return ["state", "actions"];
      case "error": return this.#error(line);
      case "reload": return this.#reload(line);
      case "preview":
        this.preview = line;
        for (const n of line.differing ?? []) this.#mark(n, "differs", true);
        return ["code", "actions"];
      case "replay":
        this.preview = null;
        for (const action of this.actions) action.differs = false;
        return ["code", "actions"];
      case "undo":
      case "redo":
      case "resume":
      case "confirm": return this.#timeTravel(line);
      case "confirmed": return this.#mark(line.n, "position", line.position);
      case "at":
        this.past = line.live ? null : line.n;
        return ["past"];
      default: return [];
    }
  }

  #add(line) {
    const cause = this.#byNumber.get(line.cause);
    const action = {
      ...line, changes: line.changes ?? [], depth: cause ? cause.depth + 1 : 0, feature: line.type.split("/")[0],
    };
    const known = this.#byNumber.get(line.n);
    if (known) {
      Object.assign(known, action);
      return;
    }
    this.actions.push(action);
    this.#byNumber.set(line.n, action);
    if (this.actions.length > this.limit + spare) {
      for (const old of this.actions.splice(0, this.actions.length - this.limit)) this.#byNumber.delete(old.n);
    }
  }

  #mark(n, key, value) {
    const action = this.#byNumber.get(n);
    if (action) action[key] = value;
    return ["actions"];
  }

  #error(line) {
    if (line.n !== undefined) this.#mark(line.n, "error", line);
    if (this.reloadError && !this.reloadError.message) {
      this.reloadError = { ...this.reloadError, ...line };
      return ["code", "actions"];
    }
    return ["actions"];
  }

  #reload(line) {
    this.generation = line.generation;
    this.preview = null;
    for (const action of this.actions) action.differs = false;
    // The error line of a reload follows it.
    this.reloadError = line.ok ? null : { files: line.files };
    return ["code", "actions"];
  }

  #timeTravel(line) {
    for (const n of line.removed ?? []) this.#mark(n, "undone", true);
    for (const n of line.restored ?? []) this.#mark(n, "undone", false);
    for (const refused of line.refused ?? []) this.#mark(refused.n, "status", "rejected");
    if (line.kind === "resume") this.past = null;
    return ["actions", "past"];
  }
}
