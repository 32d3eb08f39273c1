import type { Attributes } from '../../markup/html/hidden.ts'
import { OpenElements } from '../../markup/html/open-elements.ts'
import { Trait, traitsOf } from '../../markup/html/tags.ts'
import { tokenize, type TokenSink } from '../../markup/html/tokenize.ts'
import type { PageScan } from './page-scan.ts'
import { valueNames } from './scan-rules.ts'
import { Scanner } from './scan.ts'

/** Deeper documents are read only to that point: no real page comes near. */
const DEPTH_MAX = 3000

/** The attributes that the scanner looks at. */
const READ = new Set([
  ...valueNames,
  ...'aria-hidden class data-testid hidden href http-equiv id itemprop lang media name property pubdate rel role sizes style type value xml:lang'.split(
    ' ',
  ),
])

/** Tells the scanner what opens and closes, by the rules of the HTML standard, as the tokens of a page come by. */
export class ScanSink implements TokenSink {
  readonly #scanner = new Scanner()
  readonly #open = new OpenElements()
  #foreign = 0
  #isOver = false

  isInForeignContext(): boolean {
    return this.#foreign > 0
  }

  wantsAttributes(name: string): boolean {
    return !this.#isOver && (this.#foreign === 0 || (traitsOf(name) & Trait.leavesForeign) !== 0)
  }

  wantsAttribute(name: string): boolean {
    return READ.has(name)
  }

  text(text: string): void {
    if (!this.#isOver) this.#scanner.text(text)
  }

  start(name: string, attributes: Attributes, isSelfClosing: boolean): void {
    if (this.#isOver) return
    const tag = this.#open.tag(name)
    const { traits } = tag
    if ((traits & Trait.skeleton) !== 0) {
      this.#scanner.openSkeleton(name, attributes)
      return
    }
    if (this.#foreign > 0 && (traits & Trait.leavesForeign) !== 0 && !this.#open.isInText()) {
      while (this.#foreign > 0) this.#close()
    }
    const wasForeign = this.#foreign > 0
    if (!wasForeign) this.#closeTo(this.#open.depthBeforeStart(tag))
    this.#scanner.open(name, attributes)
    if ((traits & Trait.void) !== 0) return
    this.#open.push(tag)
    if (name === 'svg' || name === 'math') this.#foreign += 1
    if (isSelfClosing && wasForeign) this.#close()
    this.#isOver = this.#open.depth > DEPTH_MAX
  }

  end(name: string): void {
    if (this.#isOver) return
    const tag = this.#open.tag(name)
    if ((tag.traits & Trait.skeleton) === 0) this.#closeTo(this.#open.depthAfterEnd(tag))
  }

  /** What the scanner saw, once all tokens have come. */
  result(): PageScan {
    return this.#scanner.end()
  }

  #closeTo(depth: number): void {
    while (this.#open.depth > depth) this.#close()
  }

  #close(): void {
    const { name } = this.#open.pop()
    if (name === 'svg' || name === 'math') this.#foreign -= 1
    this.#scanner.close(name)
  }
}

/** Reads the HTML once, front to back, without building a tree. */
export function scanPage(html: string): PageScan {
  const sink = new ScanSink()
  tokenize(html, sink)
  return sink.result()
}
