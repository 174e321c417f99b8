// A view whose content the host computes on request: asked when it is opened, and again while things happen.
export class PollingView extends HTMLElement {
  app;
  #isAsking = false;
  #isDue = false;
  #timer;

  /** The lines that `ask` returns go to `draw`. */
  connect(app) {
    this.app = app;
    let isPlanned = false;
    app.session.addEventListener("line", (event) => {
      if (isPlanned || this.hidden || !this.concerns(event.detail)) return;
      isPlanned = true;
      setTimeout(() => {
        isPlanned = false;
        this.refresh();
      }, 250);
    });
    app.session.addEventListener("hello", () => this.refresh());
  }

  /** How often the view asks by itself. */
  seconds = 0;

  concerns() {
    return true;
  }

  shown() {
    this.refresh();
    if (this.seconds) this.#timer ??= setInterval(() => this.refresh(), this.seconds * 1000);
  }

  hiding() {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async refresh() {
    if (this.hidden || !this.app.connection.isOpen || document.hidden) return;
    if (this.#isAsking) {
      this.#isDue = true;
      return;
    }
    this.#isAsking = true;
    try {
      this.draw(await this.ask());
    } catch (error) {
      this.fail(error);
    }
    this.#isAsking = false;
    if (this.#isDue) {
      this.#isDue = false;
      this.refresh();
    }
  }

  fail(error) {
    this.app.report(error);
  }
}
