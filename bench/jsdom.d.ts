/** What benches and tests use of jsdom; its published types would bring the whole DOM into every file. */
declare module 'jsdom' {
  export class VirtualConsole {
    removeAllListeners(): void
  }
  export interface Element {
    readonly localName: string
    readonly attributes: Iterable<{ name: string; value: string }>
    readonly children: { length: number }
    innerHTML: string
    querySelectorAll(selector: string): Iterable<Element>
  }
  export class DOMParser {
    parseFromString(
      html: string,
      type: 'text/html',
    ): {
      head: Element
      body: Element
      createElement(name: string): Element
    }
  }
  export class JSDOM {
    constructor(html: string, options?: { url?: string; virtualConsole?: VirtualConsole })
    readonly window: { document: object; DOMParser: typeof DOMParser; close(): void }
  }
}
