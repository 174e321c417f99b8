// Builds elements. Strings become text nodes, never HTML.
const svgNamespace = "http://www.w3.org/2000/svg";

/** Creates `tag.class.class` with properties, `on…` listeners and children; null, false and undefined children are skipped. */
export function h(tag, properties = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  return filled(element, classes, properties, children);
}

/** Creates an element of SVG. */
export function svg(tag, properties = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  return filled(document.createElementNS(svgNamespace, name), classes, properties, children);
}

function filled(element, classes, properties, children) {
  if (classes.length) element.classList.add(...classes);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...visible(children));
  return element;
}

function visible(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

/** Replaces the content of an element; the control with the same `data-key` as the focused one gets the focus. Waits while a
 *  control of it is pressed: the browser drops a click on a control that was replaced meanwhile. */
export function fill(element, ...children) {
  element.content = children;
  if (element.matches(":active")) {
    setTimeout(() => element.content === children && fill(element, ...children), 50);
    return;
  }
  const key = element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  element.replaceChildren(...visible(children));
  if (key !== undefined) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

export function button(text, onclick, properties = {}) {
  return h("button", { type: "button", onclick, ...properties }, text);
}

/** A row of label and value, for definition lists. */
export function pair(label, ...value) {
  return [h("dt", {}, label), h("dd", {}, ...value)];
}

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

/** Returns a function that runs `work` once in the next frame, however often it is called. */
export function oncePerFrame(work) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      work();
    });
  };
}

export function debounced(seconds, work) {
  let timer;
  return (...parts) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...parts), seconds * 1000);
  };
}

/** Saves a text as a file of the person who looks at the page. */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
