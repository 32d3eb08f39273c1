import { cleanLine } from '../lib/text.ts'
import { escapeLine } from './escape.ts'

/** Characters of one line of a head: a page that writes longer ones gets them cut. */
const TITLE_MAX_CHARS = 300
const NAME_MAX_CHARS = 200

/** Facts of a page besides its text, as far as they are known. */
export interface PageFacts {
  author?: string | undefined
  publishedAt?: string | undefined
  modifiedAt?: string | undefined
  /** Known wherever a head is wanted. */
  siteName?: string | undefined
  /** Address of the next page of a series. */
  next?: string | undefined
}

/** What a citation of a page names. */
export interface Cited extends PageFacts {
  title: string
  /** Address after redirects. */
  url: string
}

/** A part that needs no head: not the first one, or of a caller who wants none. */
export function withoutFacts<P extends PageFacts>(part: P): P {
  const { author: _a, publishedAt: _p, modifiedAt: _m, siteName: _s, next: _n, ...rest } = part
  return rest as P
}

/**
 * What a model needs to cite a page, between two lines of three dashes: a line for each fact that is known; undefined where no
 * head is wanted. Values of the page are one line each, escaped and cut, so that none can pass for a line of the head or end it.
 */
export function citationHead(cited: Cited): string | undefined {
  const { title, author, publishedAt, modifiedAt, siteName, url, next } = cited
  if (siteName === undefined) return undefined
  const isUpdate = publishedAt === undefined && modifiedAt !== undefined
  const facts: [string, string][] = [
    ['title', line(title, TITLE_MAX_CHARS)],
    ['author', line(author, NAME_MAX_CHARS)],
    [isUpdate ? 'updated' : 'date', line(publishedAt ?? modifiedAt, NAME_MAX_CHARS)],
    ['site', line(siteName, NAME_MAX_CHARS)],
    ['url', `<${cleanLine(url)}>`],
    ['next', next === undefined ? '' : `<${cleanLine(next)}>`],
  ]
  const known = facts.filter(([, value]) => value !== '')
  return ['---', ...known.map(([name, value]) => `${name}: ${value}`), '---'].join('\n')
}

function line(value: string | undefined, maxChars: number): string {
  return escapeLine(cleanLine(value ?? '', maxChars))
}
