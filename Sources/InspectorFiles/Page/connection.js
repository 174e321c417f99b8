// The WebSocket to the host: requests with answers, and what the host reports by itself.
export class RequestFailed extends Error {
  constructor(line) {
    super(line?.message ?? "the host refused the request");
    this.line = line;
  }
}

/** Events: `message` (what the host reports), `open`, `lost`. It connects again until the page is closed. */
export class Connection extends EventTarget {
  #socket = null;
  #next = 1;
  #waiting = new Map();
  #attempt = 0;
  #opened = 0;
  isOpen = false;
  /** The largest message that the host takes, in bytes. */
  limit = Infinity;

  open() {
    const address = new URL("socket", document.baseURI);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => {
      this.isOpen = true;
      this.#opened = Date.now();
      this.dispatchEvent(new Event("open"));
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = (event) => this.#lost(event);
  }

  #receive(message) {
    if (message.id === undefined) {
      this.dispatchEvent(new CustomEvent("message", { detail: message }));
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (!waiting) return;
    const answer = message.answer ?? [];
    if (message.ok) waiting.resolve(answer);
    else waiting.reject(new RequestFailed(answer.at(-1)));
  }

  #lost(event) {
    // A host that ends each connection at once is asked less and less often.
    if (this.isOpen && Date.now() - this.#opened > 5000) this.#attempt = 0;
    this.isOpen = false;
    for (const { reject } of this.#waiting.values()) {
      reject(new RequestFailed({ kind: "error", code: "connection", message: "the connection to the host is lost" }));
    }
    this.#waiting.clear();
    const seconds = Math.min(5, 0.25 * 2 ** this.#attempt);
    this.#attempt += 1;
    this.dispatchEvent(new CustomEvent("lost", { detail: { reason: event.reason, seconds } }));
    setTimeout(() => this.open(), seconds * 1000);
  }

  /** Sends a request and returns the lines of its answer; throws RequestFailed. */
  request(act, members = {}) {
    if (!this.isOpen) {
      return Promise.reject(new RequestFailed({ kind: "error", code: "connection", message: "not connected to the host" }));
    }
    const id = this.#next;
    this.#next += 1;
    const text = JSON.stringify({ id, do: act, ...members });
    if (text.length > this.limit / 3 && new Blob([text]).size > this.limit) {
      const message = `${act}: this is more than ${this.limit / 2 ** 10} KiB, which the host does not take`;
      return Promise.reject(new RequestFailed({ kind: "error", code: "usage", message }));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(text);
    });
  }

  /** Runs one line of the prompt. */
  line(text) {
    return this.request("line", { text });
  }
}
