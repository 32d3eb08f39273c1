import type { Load } from '../lib/metrics.ts'
import type { Principal } from './principal.ts'

/**
 * What keeps a browser from reaching others: `sealed`, a network of its own besides the proxies of its pages; `proxied`, these
 * alone; `remote`, a browser that somebody else runs, which was seen to use them.
 */
export type BrowserMode = 'sealed' | 'proxied' | 'remote'

/** Longest wait that a caller may ask for, in milliseconds. */
export const WAIT_FOR_MAX_MS = 8_000

/** How to show a page. */
export interface RenderOptions {
  signal: AbortSignal
  /** Who is charged; without one it is a stranger's page. */
  principal?: Principal | undefined
  /** Told how many pages of the same principal are before this one, while it waits for its turn. */
  waiting?(ahead: number): void
  /** Told how many bytes came over the network for the page, once it is put away. */
  arrived?(bytes: number): void
  /** What to wait for once the page is at rest: a CSS selector, or digits for milliseconds. */
  waitFor?: string | undefined
  /** Whether what only shows more of the page is opened, and its lists are scrolled through: for reading. */
  open?: boolean | undefined
}

/** A page as a browser has it once its scripts have run. Everything in it is hostile: parse it in the sandbox only. */
export interface RenderedPage {
  /** Address in the end, with its fragment. */
  url: string
  /** HTTP status of the page. */
  status: number
  /** What it consists of, without scripts and styles; what is not seen is marked `hidden`. */
  html: string
  /** Not all of it is there: it was stopped at a limit, or grows without end. */
  truncated: boolean
  /** Set where the page still has placeholders, or a number that counts, although it was waited for. */
  unfinished?: true
  /** What of it is not in the HTML, in words: short, with what to do about it. */
  notShown?: readonly string[]
}

/** Forms of pictures. */
export const PICTURE_FORMATS = ['webp', 'jpeg', 'png'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** For whom a page is shown, as far as pages can tell; what is left out is as in a browser that was never set up. */
export interface Visitor {
  /** Whether dark pages are preferred. */
  dark?: boolean | undefined
  /** Language, such as `de-CH`. */
  locale?: string | undefined
  /** Name of a time zone, such as `Asia/Tokyo`. */
  timeZone?: string | undefined
}

/** What to take a picture of, and how. */
export interface ShotOptions extends RenderOptions, Visitor {
  /** Size of the window. */
  width: number
  height: number
  /** Pixels of the picture for one of the page. Default: 1. */
  scale?: number | undefined
  /** The first visible element that fits, in place of the window. */
  selector?: string | undefined
  /** The whole page. */
  fullPage: boolean
  /** Number of the part of a picture that comes in several, row by row; default: the first. */
  part?: number | undefined
  /** Where it is too large in PNG, it is given in WebP. */
  format: PictureFormat
}

/** A picture of a page, or one part of it. */
export interface PageShot {
  url: string
  status: number
  title: string
  width: number
  height: number
  format: PictureFormat
  part: number
  parts: number
  bytes: Uint8Array
}

/** State of the browser here, for `doctor`. */
export interface BrowserReport {
  /** Path or address; undefined where there is none. */
  browser: string | undefined
  /** Name and version. */
  product?: string
  mode?: BrowserMode
  /** Whether it confines its own processes. */
  hasSandbox?: boolean
  /** Why it cannot be used, in a sentence. */
  failure?: string
  /** What would improve it. */
  advice?: string
}

/** Shows pages in a browser, behind the guard of all fetches. */
export interface PageBrowser {
  /**
   * Whether pages are rendered for a principal, as far as the settings say: by operations that read pages, or by those that are about
   * rendering itself.
   */
  opensTo(principal: Principal, purpose: 'reading' | 'rendering'): boolean
  /** Whether renderings are sold, so that operations that only read never render. */
  readonly isSold: boolean
  /** Whether there is a browser; looks for one, and starts none. */
  isThere(): Promise<boolean>
  /**
   * Renders a page. Throws `unavailable` (no browser, or none that starts), `url_not_allowed`, `rate_limited`, `upstream_failed`,
   * `upstream_timeout`, `unsupported_content` (no page), `unparsable` (over a limit), `cancelled`.
   */
  render(url: string, options: RenderOptions): Promise<RenderedPage>
  /** Takes a picture of a page. Throws the same, and `invalid_input` where nothing visible fits the selector, or it has no such part. */
  shoot(url: string, options: ShotOptions): Promise<PageShot>
  /** Starts a browser to see whether that works. */
  inspect(): Promise<BrowserReport>
  load(): Load
  close(): Promise<void>
}
