// Links to places in scripts and to actions.
import { button } from "./dom.js";

/** A place in a script, `features/cart.lua:12`, which opens in the editor. */
export function placeLink(app, place) {
  const [, file, line] = /^(.*?):(\d+)/.exec(place) ?? [];
  if (!file?.endsWith(".lua")) return place;
  return button(place, () => app.edit(file, Number(line)), { class: "link", title: `Open ${file} in the editor` });
}

/** The number of an action, which the views then show. */
export function actionLink(app, n, key) {
  return button(`#${n}`, () => app.selection.choose(n), { class: "link", "data-key": key });
}
