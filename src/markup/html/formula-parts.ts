import type { Script } from './raised-text.ts'
import type { Attributes } from './tokens/attributes.ts'

/** Receives the elements and the text of a document. */
interface Receiver {
  open(name: string, attributes: Attributes): void
  text(text: string): void
  close(name: string): void
}

/** What stands around a part of a formula. */
interface Place {
  before?: string
  script?: Script
  after?: string
}

const NOWHERE: Place = {}
const RAISED: Place = { script: 'sup' }
const LOWERED: Place = { script: 'sub' }
/** What the second and the third part of these elements are (MathML 3, 3.4). */
const SCRIPTS: ReadonlyMap<string, readonly Place[]> = new Map([
  ['msup', [RAISED]],
  ['msub', [LOWERED]],
  ['munder', [LOWERED]],
  ['msubsup', [LOWERED, RAISED]],
  ['munderover', [LOWERED, RAISED]],
])
/** Elements that hold text, the only place where white space says something. */
const TEXTS: ReadonlySet<string> = new Set(['mi', 'mn', 'mo', 'mtext', 'ms'])
/** Parts of a fraction that need no brackets. */
const SHORT: ReadonlySet<string> = new Set([...TEXTS, 'msup', 'msub', 'msubsup', 'mspace'])
/** Parts of a formula in another notation, or not shown. */
const LEFT_OUT: ReadonlySet<string> = new Set(['annotation', 'annotation-xml', 'mphantom'])
const NO_ATTRIBUTES: Attributes = {}

/**
 * Passes a document on with formulas of MathML in plain HTML: `sup` and `sub` for powers and indexes, `/` and `√` for fractions and
 * roots. Without them 10² would be 102.
 */
export class FormulaParts implements Receiver {
  readonly #to: Receiver
  /** Open elements from `math` on. */
  readonly #open: { name: string; count: number; place: Place }[] = []
  /** Open elements that are left out. */
  #leftOut = 0

  constructor(to: Receiver) {
    this.#to = to
  }

  open(name: string, attributes: Attributes): void {
    const outer = this.#open.at(-1)
    if (!outer && name !== 'math') {
      this.#to.open(name, attributes)
      return
    }
    if (this.#leftOut > 0 || LEFT_OUT.has(name)) {
      this.#leftOut += 1
      return
    }
    if (outer) outer.count += 1
    const place = outer ? placeOf(name, outer.name, outer.count) : NOWHERE
    if (place.before) this.#to.text(place.before)
    if (place.script) this.#to.open(place.script, NO_ATTRIBUTES)
    this.#to.open(name, attributes)
    if (name === 'msqrt') this.#to.text('√(')
    this.#open.push({ name, count: 0, place })
  }

  text(text: string): void {
    const outer = this.#open.at(-1)
    if (this.#leftOut > 0 || (outer && isMathml(outer.name) && text.trim() === '')) return
    this.#to.text(text)
  }

  close(name: string): void {
    if (this.#leftOut > 0) {
      this.#leftOut -= 1
      return
    }
    const place = this.#open.pop()?.place
    if (name === 'msqrt') this.#to.text(')')
    this.#to.close(name)
    if (place?.script) this.#to.close(place.script)
    if (place?.after) this.#to.text(place.after)
  }
}

function isMathml(name: string): boolean {
  return name.startsWith('m') && !TEXTS.has(name)
}

function placeOf(name: string, outer: string, count: number): Place {
  if (outer !== 'mfrac') return SCRIPTS.get(outer)?.[count - 2] ?? NOWHERE
  const stroke = count === 1 ? '/' : ''
  return SHORT.has(name) ? { after: stroke } : { before: '(', after: `)${stroke}` }
}
