/** The action that the views show in detail. Event: `change`. */
export class Selection extends EventTarget {
  n = null;

  choose(n) {
    this.n = n;
    this.dispatchEvent(new Event("change"));
  }
}
