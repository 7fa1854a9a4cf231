/** A few lines instead of a framework: elements from calls, cells that tell their watchers. Text is only ever set as text. */

type Child = Node | string | number | null | undefined | false;
type Props = Record<string, unknown>;

export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props?: Props | null, ...children: (Child | Child[])[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (props) dress(element, props);
  append(element, children);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";
export function svg(tag: string, props?: Record<string, string | number>, ...children: (Node | string)[]): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(props ?? {})) element.setAttribute(key, String(value));
  for (const child of children) element.append(child);
  return element;
}

export function dress(element: HTMLElement, props: Props): void {
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (key === "class") element.className = String(value);
    else if (key === "style") for (const [name, v] of Object.entries(value as Record<string, string>)) element.style.setProperty(name, v);
    else if (key === "data") Object.assign(element.dataset, value);
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value as EventListener);
    else if (typeof value === "boolean" && !key.startsWith("aria-")) element.toggleAttribute(key, value);
    else if (key === "value") (element as HTMLInputElement).value = String(value);
    else element.setAttribute(key, String(value));
  }
}

function append(element: HTMLElement, children: (Child | Child[])[]): void {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

export function fill(element: HTMLElement, ...children: (Child | Child[])[]): void {
  element.replaceChildren();
  append(element, children);
}

/** A value somebody watches. */
export class Cell<T> {
  private watchers = new Set<(value: T) => void>();
  constructor(private held: T) {}
  get value(): T { return this.held; }
  set value(next: T) {
    if (next === this.held) return;
    this.held = next;
    for (const watcher of [...this.watchers]) watcher(next);
  }
  watch(watcher: (value: T) => void, now = true): () => void {
    this.watchers.add(watcher);
    if (now) watcher(this.held);
    return () => this.watchers.delete(watcher);
  }
}

export function kept<T>(key: string, fallback: T): Cell<T> {
  let start = fallback;
  try {
    const text = localStorage.getItem(`grognard.${key}`);
    if (text !== null) start = JSON.parse(text) as T;
  } catch { /* a private window has no store: the default serves */ }
  const cell = new Cell(start);
  cell.watch((value) => {
    try { localStorage.setItem(`grognard.${key}`, JSON.stringify(value)); } catch { /* as above */ }
  }, false);
  return cell;
}

export function button(words: string, act: (event: MouseEvent) => void, props: Props = {}): HTMLButtonElement {
  return h("button", { type: "button", onclick: act, ...props }, words);
}

