import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Random } from '../newcomer/random.ts'

/** Responds at one address of a page. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** Speaks on a WebSocket of a page. */
export type Speak = (send: (text: string) => void) => void

/** What is served below the address of a page: texts by name, the type is that of the ending; `index.html` is the page. */
export interface Files {
  readonly [name: string]: string | Answer
}

/** A page as it is served. */
export interface Served {
  files: Files
  sockets?: Readonly<Record<string, Speak>>
  /** Status of `index.html`. Default: 200. */
  status?: number
}

/** What a page shows before its text comes. */
export interface Placeholder {
  kind: 'text' | 'spinner' | 'skeleton' | 'busy' | 'progress' | 'empty' | 'outdated'
  html: string
}

/** What a late page is made of. */
export interface Wait {
  ms: number
  /** Must be read; no other page has it. */
  sentence: string
  placeholder: Placeholder
}

/** One way in which a page is late, with the library that does it. */
export interface LateWay {
  name: string
  make(wait: Wait): Served
}

/** A page that is complete at once, though it may never rest, or speaks of loading. */
export interface Control {
  name: string
  kind: 'never rests' | 'speaks of loading'
  sentence: string
  served: Served
}

/** Numbers that count up to these. */
export interface Counting {
  random: Random
  /** Long enough to be met in the middle. */
  durationMs: number
  rows: readonly { label: string; value: number }[]
  /** Nothing moves: what a picture is compared with. */
  isStill: boolean
}

/** One way to animate numbers. */
export interface CounterWay {
  name: string
  /** Numbers are painted: only pictures have them. */
  isPainted?: boolean
  /** Drawn as well as written: its picture is compared too. */
  isChart?: boolean
  /** How the last number of a row is written. Default: as English writes whole numbers. */
  write?(value: number): string
  make(counting: Counting): Served
}

/** What the reading of a page gave. */
export interface Given {
  /** The whole result, or nothing where the call failed. */
  result: Readonly<Record<string, unknown>> | undefined
  /** Code of the error. */
  failed: string
  markdown: string
  /** The whole result as JSON, without the Markdown. */
  besides: string
  tookMs: number
}

/** A page of which something could be missing without a word. */
export interface SilentPage {
  name: string
  kind: string
  /** What `extract` is called with besides the address. */
  options?: Readonly<Record<string, unknown>>
  make(site: { own: string; other: string }): Served
  /** What the answer lacks; empty where it says all that it must. */
  judge(given: Given): string[]
}

/** What pages ask of an interface before they use it. */
export interface Interface {
  /** Expression of the object that has it, such as `navigator`. */
  owner: string
  name: string
  /** Uses it as pages do, `it` being its value; may return a promise, which must settle. */
  use: string
  /** Name of the prototype that it would be found on. */
  prototype?: string
  /** Pages of workers ask for it too. */
  isOfWorkers?: boolean
}

/** A page with feature detection as a library writes it. */
export interface DetectingPage {
  name: string
  sentence: string
  served: Served
}

/** All pages of a half. */
export interface LateHalf {
  seed: number
  placeholders: readonly Placeholder[]
  ways: readonly LateWay[]
  controls: readonly Control[]
  counters: readonly CounterWay[]
  silent: readonly SilentPage[]
  interfaces: readonly Interface[]
  detecting: readonly DetectingPage[]
}
