import type { Operators } from '../file/document.ts'
import { type Matrix, multiply } from './rules.ts'

/** A rectangle in the page's own coordinates. */
export interface Box {
  left: number
  bottom: number
  right: number
  top: number
}

/** A filled area: its colour, undefined where that is not one colour or its shape not its box. */
export interface FilledBox extends Box {
  colour: string | undefined
  /** Whether nothing shines through it. */
  isOpaque: boolean
  /** How many texts were drawn before it. */
  shows: number
}

/** What text is painted with (ISO 32000-1, 8.4 and 9.3). */
export class Paint {
  fill: string | undefined = BLACK
  stroke: string | undefined = BLACK
  mode = 0
  alpha = 1
  strokeAlpha = 1
  /** Opacity of the groups around it. */
  groupAlpha = 1
  /** Whether it is mixed with what lies under it, and whether a mask shows it in parts. */
  isBlended = false
  isMasked = false
  lineWidth = 1
  clip: Box | undefined
  /** Whether the clip is its box. */
  isClipBox = true

  copy(): Paint {
    return Object.assign(new Paint(), this)
  }
}

const BLACK = '#000000'
/** The colour of a page. */
export const PAPER = '#ffffff'
/** Difference of two colours that nobody sees, in parts of 255. */
const SAME_COLOUR = 12
/** Areas of one page that are remembered; the smallest, in points, that text fits into. */
const BOXES_MAX_COUNT = 400
const BOX_MIN_PT = 3
const STATES_MAX_COUNT = 256
/** Numbers of a path that is looked at. */
const PATH_MAX_NUMBERS = 4_000
const PATH_SIZES: readonly number[] = [2, 2, 6, 4, 0]
const MOVE = 0
const CURVES = new Set([2, 3])

/** Follows the colours, clips and areas of a page. */
export class Painter {
  paint = new Paint()
  readonly boxes: FilledBox[] = []
  readonly colours = new Set<string>()
  /** Whether there are more areas than are remembered. */
  isFull = false
  shows = 0
  readonly #ops: Operators
  readonly #saved: Paint[] = []
  readonly #fills: ReadonlySet<unknown>
  readonly #strokes: ReadonlySet<unknown>
  readonly #grounds = new Map<string, { count: number; isGround: boolean }>()
  #isClip = false

  constructor(ops: Operators) {
    this.#ops = ops
    const both = [ops.fillStroke, ops.eoFillStroke, ops.closeFillStroke, ops.closeEOFillStroke]
    this.#fills = new Set<unknown>([ops.fill, ops.eoFill, ...both])
    this.#strokes = new Set<unknown>([ops.stroke, ops.closeStroke, ...both])
  }

  save(): void {
    if (this.#saved.length < STATES_MAX_COUNT) this.#saved.push(this.paint.copy())
  }

  restore(): void {
    this.paint = this.#saved.pop() ?? this.paint
  }

  /** Cuts what follows by the box of a form. */
  clipTo(box: unknown, ctm: Matrix): void {
    const edges = box as ArrayLike<number> | null | undefined
    if (edges?.length === 4) this.#clip(boxOf(Array.from(edges), ctm), isStraight(ctm))
  }

  read(operator: number, args: readonly unknown[], ctm: Matrix): void {
    const ops = this.#ops
    const { paint } = this
    switch (operator) {
      case ops.setFillRGBColor:
        paint.fill = colourOf(args[0])
        return
      case ops.setFillColorN:
        paint.fill = undefined
        return
      case ops.setStrokeRGBColor:
        paint.stroke = colourOf(args[0])
        return
      case ops.setStrokeColorN:
        paint.stroke = undefined
        return
      case ops.setTextRenderingMode:
        paint.mode = Number(args[0]) || 0
        return
      case ops.setLineWidth:
        paint.lineWidth = Number(args[0]) || 0
        return
      case ops.setGState:
        this.#readState(args[0])
        return
      case ops.beginGroup:
        this.save()
        this.paint.groupAlpha *= paint.alpha
        this.paint.alpha = 1
        this.paint.strokeAlpha = 1
        return
      case ops.endGroup:
        this.restore()
        return
      case ops.clip:
      case ops.eoClip:
        this.#isClip = true
        return
      case ops.shadingFill:
        this.#add(paint.clip ?? EVERYWHERE, undefined)
        return
      case ops.constructPath:
        this.#readPath(args, ctm)
        return
      default:
    }
  }

  /** Whether text is painted in colours of the paper or of areas of the page, as little text is. */
  isOfGround(paint: Paint): boolean {
    const { mode, fill, stroke } = paint
    if (mode !== 1 && !this.#isGround(fill)) return false
    return mode === 0 || this.#isGround(stroke)
  }

  #isGround(colour: string | undefined): boolean {
    if (colour === undefined) return false
    const known = this.#grounds.get(colour)
    if (known?.count === this.colours.size) return known.isGround
    const isGround = [PAPER, ...this.colours].some((other) => isSameColour(colour, other))
    this.#grounds.set(colour, { count: this.colours.size, isGround })
    return isGround
  }

  #readState(entries: unknown): void {
    if (!Array.isArray(entries)) return
    for (const [key, value] of entries as [unknown, unknown][]) {
      if (key === 'ca') this.paint.alpha = Number(value)
      else if (key === 'CA') this.paint.strokeAlpha = Number(value)
      else if (key === 'SMask') this.paint.isMasked = value !== false
      else if (key === 'BM') this.paint.isBlended = value !== 'source-over'
    }
  }

  #readPath([painting, paths, edges]: readonly unknown[], ctm: Matrix): void {
    const path = Array.isArray(paths) ? (paths as unknown[])[0] : undefined
    const isClip = this.#isClip
    this.#isClip = false
    if (!(path instanceof Float32Array) || (!isClip && isThin(edges, ctm))) return
    if (this.#fills.has(painting)) this.#addFilled(path, ctm)
    else if (this.#strokes.has(painting)) this.#addStroked(edges, ctm)
    if (!isClip) return
    const box = edges as ArrayLike<number> | null
    const [only, another] = piecesOf(path)
    const isBox = only?.isBox === true && !another && isStraight(ctm)
    if (box?.length === 4) this.#clip(boxOf(Array.from(box), ctm), isBox)
  }

  #addFilled(path: Float32Array, ctm: Matrix): void {
    for (const { edges, isBox } of piecesOf(path)) {
      const box = boxOf(edges, ctm)
      this.#add(box, isBox && isStraight(ctm) ? this.paint.fill : undefined)
    }
  }

  /** A thick line may be what light text stands on. */
  #addStroked(edges: unknown, ctm: Matrix): void {
    const box = edges as ArrayLike<number> | null
    const half = (this.paint.lineWidth * Math.hypot(ctm[0], ctm[1])) / 2
    if (box?.length !== 4 || half < BOX_MIN_PT / 2) return
    const { left, bottom, right, top } = boxOf(Array.from(box), ctm)
    const wide = { left: left - half, bottom: bottom - half, right: right + half, top: top + half }
    this.#add(wide, undefined)
  }

  #add(box: Box, colour: string | undefined): void {
    const { alpha, groupAlpha, isBlended, isMasked, clip, isClipBox } = this.paint
    const visible = clip ? common(box, clip) : box
    if (visible.right - visible.left < BOX_MIN_PT || visible.top - visible.bottom < BOX_MIN_PT)
      return
    if (alpha * groupAlpha === 0) return
    if (this.boxes.length >= BOXES_MAX_COUNT) {
      this.isFull = true
      return
    }
    const isWhole = !isBlended && !isMasked && isClipBox && alpha * groupAlpha === 1
    const known = isWhole ? colour : undefined
    if (known !== undefined) this.colours.add(known)
    this.boxes.push({ ...visible, colour: known, isOpaque: known !== undefined, shows: this.shows })
  }

  #clip(box: Box, isBox: boolean): void {
    const { paint } = this
    paint.clip = paint.clip ? common(paint.clip, box) : box
    paint.isClipBox &&= isBox
  }
}

/** Whether a path is a rule, as most are; how thick it is drawn decides the rest. */
function isThin(edges: unknown, [a, b, c, d]: Matrix): boolean {
  const box = edges as ArrayLike<number> | null
  if (box?.length !== 4) return false
  const width = Math.abs((box[2] ?? 0) - (box[0] ?? 0))
  const height = Math.abs((box[3] ?? 0) - (box[1] ?? 0))
  const scale = Math.max(Math.hypot(a, b), Math.hypot(c, d))
  return Math.min(width, height) * scale < BOX_MIN_PT && Math.min(width, height) > 0
}

const EVERYWHERE: Box = { left: -1e9, bottom: -1e9, right: 1e9, top: 1e9 }

function colourOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The colours that text is painted in. */
export function coloursOf({ mode, fill, stroke }: Paint): (string | undefined)[] {
  return mode === 0 ? [fill] : mode === 1 ? [stroke] : [fill, stroke]
}

/** Whether nobody tells two colours apart. */
export function isSameColour(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false
  if (one === other) return true
  for (let at = 1; at < 7; at += 2) {
    const difference =
      Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16)
    if (Math.abs(difference) > SAME_COLOUR) return false
  }
  return true
}

/** What two boxes have in common; turned inside out where that is nothing. */
export function common(one: Box, other: Box): Box {
  return {
    left: Math.max(one.left, other.left),
    bottom: Math.max(one.bottom, other.bottom),
    right: Math.min(one.right, other.right),
    top: Math.min(one.top, other.top),
  }
}

/** Whether sides of boxes stay level and upright. */
function isStraight([a, b, c, d]: Matrix): boolean {
  return (b === 0 && c === 0) || (a === 0 && d === 0)
}

/** The box around a box that was turned, moved and scaled. */
export function boxOf([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[], ctm: Matrix): Box {
  const corners = [
    [x0, y0],
    [x1, y0],
    [x0, y1],
    [x1, y1],
  ].map(([x = 0, y = 0]) => multiply(ctm, [1, 0, 0, 1, x, y]))
  const xs = corners.map((one) => one[4])
  const ys = corners.map((one) => one[5])
  return {
    left: Math.min(...xs),
    bottom: Math.min(...ys),
    right: Math.max(...xs),
    top: Math.max(...ys),
  }
}

/** The closed pieces of a path: the edges of each, and whether it is a box. */
function piecesOf(path: Float32Array): { edges: number[]; isBox: boolean }[] {
  if (path.length > PATH_MAX_NUMBERS) return []
  const pieces: { points: number[]; isCurved: boolean }[] = []
  for (let at = 0; at < path.length;) {
    const command = path[at] ?? 4
    const size = PATH_SIZES[command]
    if (size === undefined) return []
    if (command === MOVE) pieces.push({ points: [], isCurved: false })
    const piece = pieces.at(-1)
    piece?.points.push(...path.subarray(at + 1, at + 1 + size))
    if (piece && CURVES.has(command)) piece.isCurved = true
    at += 1 + size
  }
  return pieces.map(({ points, isCurved }) => {
    const xs = points.filter((_, index) => index % 2 === 0)
    const ys = points.filter((_, index) => index % 2 === 1)
    const edges = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
    const isAtEdge = (at: number): boolean =>
      (xs[at] === edges[0] || xs[at] === edges[2]) && (ys[at] === edges[1] || ys[at] === edges[3])
    const isBox = !isCurved && xs.length >= 4 && xs.every((_, at) => isAtEdge(at))
    return { edges, isBox }
  })
}
