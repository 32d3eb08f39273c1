/** What the benches use of jsdom; its published types would bring the whole DOM into every file. */
declare module 'jsdom' {
  export class VirtualConsole {
    removeAllListeners(): void
  }
  export class JSDOM {
    constructor(html: string, options?: { url?: string; virtualConsole?: VirtualConsole })
    readonly window: { document: object; close(): void }
  }
}
