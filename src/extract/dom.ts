/** The part of a DOM element that is used here; the DOM library's own types need a browser's. */
export interface DomElement {
  nodeName: string
  ownerDocument: DomDocument
  className: string
  parentNode: DomElement | null
  firstElementChild: DomElement | null
  childNodes: ArrayLike<DomElement>
  textContent: string
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  hasAttribute(name: string): boolean
  querySelector(selector: string): DomElement | null
  querySelectorAll(selector: string): Iterable<DomElement> & { length: number }
  closest(selector: string): DomElement | null
  replaceWith(...nodes: (DomElement | string)[]): void
  normalize(): void
  append(...nodes: DomElement[]): void
  remove(): void
}

/** The part of a DOM document that is used here. */
export interface DomDocument {
  documentElement: DomElement | null
  body: DomElement
  createElement(name: string): DomElement
}
