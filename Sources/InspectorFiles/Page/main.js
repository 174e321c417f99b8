// Puts the page together.
import { setText } from "./dom.js";
import { Connection } from "./connection.js";
import { Session } from "./session.js";
import { Selection } from "./selection.js";
import "./action-list.js";
import "./history-bar.js";
import "./prompt-line.js";
import "./reload-error.js";
import "./view-tabs.js";

const connection = new Connection();
const session = new Session();
const selection = new Selection();
const element = (name) => document.querySelector(name);

/** What every view gets. */
export const app = {
  connection, session, selection,
  open: (view) => element("view-tabs").open(view),
  view: (view) => element(`${view}-view`),
  /** Runs a line of the prompt and shows its answer there. */
  run: (text) => element("prompt-line").run(text),
  /** Makes a request; a failure is shown at the prompt. Returns the answer, or nothing. */
  request: async (act, members) => {
    try {
      return await connection.request(act, members);
    } catch (error) {
      app.report(error);
      return undefined;
    }
  },
  report: (error) => element("prompt-line").report(error.line ?? { kind: "error", code: "page", message: error.message }),
  edit: (file, line) => app.request("edit", { file, line }),
};

const status = element("#connection");
connection.addEventListener("open", () => {
  status.className = "";
  setText(status, "connected");
});
connection.addEventListener("lost", (event) => {
  const { reason, seconds } = event.detail;
  status.className = "lost";
  setText(status, `connection lost${reason ? `: ${reason}` : ""}; next try in ${seconds} s`);
});
connection.addEventListener("message", (event) => session.receive(event.detail));
session.addEventListener("hello", () => {
  const { app: name, screen_only: isScreenOnly } = session.hello;
  connection.limit = session.hello.message_limit;
  setText(element("#app-name"), name);
  document.title = isScreenOnly ? name : `${name} · inspector`;
  document.body.classList.toggle("screen-only", isScreenOnly === true);
  if (isScreenOnly) app.open("screen");
});
session.addEventListener("line", (event) => {
  const { kind, label, done, total } = event.detail;
  if (kind === "progress") setText(element("#progress"), done === undefined ? "" : `${label ?? ""} ${done}${total ? ` of ${total}` : ""}`);
});
for (const name of ["action-list", "history-bar", "reload-error", "view-tabs", "prompt-line"]) element(name).connect(app);
connection.open();
