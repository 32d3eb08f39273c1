import type { Font } from './fonts.ts'
import type { DrawnList, Matrix } from './rules.ts'
import {
  type DrawnMark,
  type TextSink,
  type TextState,
  TextWalk,
  type WalkOptions,
} from './text-walk.ts'

/** One character as it was drawn, in upright page coordinates. */
export interface Glyph {
  /** What it stands for: none, one or several characters, in the order of reading. */
  text: string
  x: number
  right: number
  /** Height of the baseline. */
  y: number
  size: number
  font: Font | undefined
  /** Number of the marked content that it belongs to. */
  contentNumber: number | undefined
  isArtifact: boolean
}

/** Characters of one page that are looked at. */
const GLYPHS_MAX_COUNT = 200_000

/** Reads every character of a page from what it draws, annotations aside. */
export function readGlyphs(
  list: DrawnList,
  { upright, ...options }: WalkOptions & { upright: Matrix },
): Glyph[] {
  const glyphs = new Glyphs(upright)
  new TextWalk(options, glyphs).follow(list)
  return glyphs.read
}

class Glyphs implements TextSink {
  readonly read: Glyph[] = []
  readonly #upright: Matrix
  readonly #marks: { number: number | undefined; isArtifact: boolean }[] = []

  constructor(upright: Matrix) {
    this.#upright = upright
  }

  glyph(state: TextState, text: string | undefined, width: number): void {
    if (this.read.length >= GLYPHS_MAX_COUNT) return
    const [a, b, c, d, e, f] = this.#upright
    const left = state.c * state.rise + state.e
    const base = state.d * state.rise + state.f
    const x = a * left + c * base + e
    const right = x + (a * state.a + c * state.b) * width * state.scale
    const last = this.read.at(-1)
    if (text === undefined && last) {
      last.x = Math.min(x, right, last.x)
      last.right = Math.max(x, right, last.right)
      return
    }
    const mark = this.#marks.at(-1)
    this.read.push({
      text: text ?? '',
      x: Math.min(x, right),
      right: Math.max(x, right),
      y: b * left + d * base + f,
      size: Math.hypot(a * state.c + c * state.d, b * state.c + d * state.d) * Math.abs(state.size),
      font: state.font,
      contentNumber: mark?.number,
      isArtifact: mark?.isArtifact ?? false,
    })
  }

  beginMark({ tag, number }: DrawnMark): void {
    const outer = this.#marks.at(-1)
    const isArtifact = tag === 'Artifact' || (outer?.isArtifact ?? false)
    this.#marks.push({ number: number ?? outer?.number, isArtifact })
  }

  endMark(): void {
    this.#marks.pop()
  }
}
