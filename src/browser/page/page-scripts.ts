import { PAGE_HTML_MAX_CHARS, PAGE_NODES_MAX_COUNT, WINDOW } from '../limits.ts'
import reader from './reader.json' with { type: 'json' }

/**
 * Runs before any other script of every document and worker: shadow roots can be read, and what would go out beside the proxy, outlive
 * the page, or wait for somebody to choose, is absent, with all that belongs to it. Pages ask by `in` whether a browser has something:
 * a property that is there and undefined breaks them.
 */
export const FIRST_SCRIPT = `(() => {
  const { apply } = Reflect
  const attach = globalThis.Element?.prototype.attachShadow
  if (attach) Element.prototype.attachShadow = function attachShadow(init) {
    return apply(attach, this, [{ ...init, mode: 'open' }])
  }
  const withheld = /^(webkit)?RTC|^(WebTransport|SharedWorker|ServiceWorker|NavigationPreload|Push|Payment|Notification|BackgroundFetch|(Periodic)?SyncManager|CookieStoreManager)/
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (withheld.test(name)) delete globalThis[name]
  }
  delete globalThis.Navigator?.prototype.serviceWorker
  delete globalThis.MediaDevices?.prototype.getDisplayMedia
})()`

/** Characters of text, elements, height and address of a document: what tells that it still changes. */
export const MEASURE_SCRIPT = `(() => {
  const body = document.body
  const root = document.documentElement
  const text = body ? (body.textContent || '').length : 0
  const elements = document.getElementsByTagName('*').length
  return [text, elements, root ? root.scrollHeight : 0]
})()`

/** Whether an element fits a selector; false for one that is none. */
export function matchScript(selector: string): string {
  return `(() => { try { return document.querySelector(${JSON.stringify(selector)}) !== null } catch { return false } })()`
}

/** Called on a frame's element by the one who knows its document: remembers the number of the frame; returns its size, and whether it is of the same origin. */
export const NUMBER_FRAME_FUNCTION = `function (number) {
  globalThis.numberedFrames ??= new Map()
  globalThis.numberedFrames.set(this, number)
  const { width, height } = this.getBoundingClientRect()
  const isSeen = this.checkVisibility({ visibilityProperty: true })
  return { px: isSeen ? width * height : 0, isOwn: this.contentDocument !== null }
}`

/** How a document is written. */
export interface SnapshotOptions {
  /** Only what its body holds, to be put into another document. */
  isPart: boolean
  /** Stands, with its number, where a numbered frame is: a text that the page cannot know. */
  mark: string
  /** Milliseconds after which what is not written yet is left out. */
  maxMs: number
}

/** What a snapshot returns. */
export interface Snapshot {
  html: string
  url: string
  title: string
  /** Not all of it was read. */
  cut: boolean
}

/** Writes a document as it is seen; for a world of its own, whose functions the page cannot replace. Its source is `web/reader`. */
export function snapshotScript(options: SnapshotOptions): string {
  const all = {
    ...options,
    nodesMaxCount: PAGE_NODES_MAX_COUNT,
    maxChars: PAGE_HTML_MAX_CHARS,
    windowHeight: WINDOW.height,
  }
  return `(() => { ${reader.script}; return reader.writePage(${JSON.stringify(all)}) })()`
}
