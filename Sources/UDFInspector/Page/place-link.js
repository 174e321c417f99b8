// A place in a script, `features/cart.lua:12`, which opens in the editor.

import { h } from "./dom.js";

export function placeLink(app, place) {
  const [, file, line] = /^(.*?):(\d+)/.exec(place) ?? [];
  if (!file?.endsWith(".lua")) return place;
  return h("button.link", {
    type: "button", title: `Open ${file} in the editor`, onclick: () => app.edit(file, Number(line)),
  }, place);
}
