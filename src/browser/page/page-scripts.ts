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

/** What somebody sees who looks at a page for a moment; see `web/reader/look.ts`. */
export interface Seen {
  /** Of the text that is seen, and of it without its numbers. */
  hash: number
  wordsHash: number
  /** Characters of the text that is seen. */
  chars: number
  elements: number
  /** Height of the document in pixels. */
  height: number
  /** `short` where most of a page may be still to come, `bare` where it has hardly any words. */
  size: 'bare' | 'short' | 'long'
  /** What on the page says that more is to come; empty where nothing does. */
  sign: '' | 'busy' | 'words' | 'redirect' | 'counter'
  /** Numbers that count: milliseconds since one changed, or -1, and between its last changes; whether the end of one is unknown. */
  numbers: { ageMs: number; gapMs: number; isOpen: boolean; hasZero: boolean }
  /** Something moves that will soon have moved. */
  isMoving: boolean
  /** Whether anything that may change the document is seen in it. */
  mayChange: boolean
}

/** Looks at a document; what it remembers between two looks stays in the world of its own. */
export const LOOK_SCRIPT = `(() => {
  if (!globalThis.looker) { ${reader.look}; globalThis.looker = looker }
  return globalThis.looker.look()
})()`

/** Does so in a frame, unless it is smaller than what a page is about. */
export function frameLookScript(minPx: number): string {
  return `innerWidth * innerHeight < ${minPx} ? null : ${LOOK_SCRIPT}`
}

/** Runs one of the functions of `web/reader/open.ts`, which remember what they did. */
function opening(call: string): string {
  return `(() => {
    if (!globalThis.opener) { ${reader.open}; globalThis.opener = opener }
    return globalThis.opener.${call}
  })()`
}

/** Lets a page stay where it is whatever is opened on it, then opens some of it. */
export function openScript(maxMs: number): string {
  return opening(`openSome(${Math.round(maxMs)})`)
}

/** Scrolls back what was opened. */
export const TO_START_SCRIPT = 'globalThis.opener?.toStart()'

/** Says that the page was scrolled, as lists that fill themselves ask for: it cannot be where it all is in the window. */
export const SCROLLED_SCRIPT = `document.dispatchEvent(new Event('scroll', { bubbles: true }))`

/** Scrolls lists in windows of their own to their ends, and back; see `web/reader/grow-lists.ts`. */
export const TO_ENDS_SCRIPT = opening('scrollToEnds()')
export const TO_STARTS_SCRIPT = opening('scrollToStarts()')

/** Whether an element fits a selector; false for one that is none. */
export function matchScript(selector: string): string {
  return `(() => { try { return document.querySelector(${JSON.stringify(selector)}) !== null } catch { return false } })()`
}

/** Called on a frame's element by the one who knows its document: remembers the number of the frame; returns its size, whether it is of the same origin, and its address. */
export const NUMBER_FRAME_FUNCTION = `function (number) {
  globalThis.numberedFrames ??= new Map()
  globalThis.numberedFrames.set(this, number)
  const { width, height } = this.getBoundingClientRect()
  const isSeen = this.checkVisibility({ visibilityProperty: true })
  return { px: isSeen ? width * height : 0, isOwn: this.contentDocument !== null, src: String(this.src ?? '') }
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
  /** What it has that is not there until somebody opens it; see `web/reader/lacks.ts`. */
  lacks: { folds: number; rows: number; allRows: number; goesOn: boolean }
}

/** Writes a document as it is seen; for a world of its own, whose functions the page cannot replace. Its source is `web/reader`. */
export function snapshotScript(options: SnapshotOptions): string {
  const all = {
    ...options,
    nodesMaxCount: PAGE_NODES_MAX_COUNT,
    maxChars: PAGE_HTML_MAX_CHARS,
    windowHeight: WINDOW.height,
  }
  // What opening has replaced is put back in the same turn: no script of the page comes between.
  return `(() => { ${reader.script}; globalThis.opener?.putBack(); return reader.writePage(${JSON.stringify(all)}) })()`
}
