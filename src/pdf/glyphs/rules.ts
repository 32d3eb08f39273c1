import type { Operators } from '../file/document.ts'
import type { Dot, Rule, Upright } from '../model.ts'

/** A transformation: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [number, number, number, number, number, number]

/** What a page draws, as pdf.js lists it. */
export interface DrawnList {
  fnArray: readonly number[]
  argsArray: readonly unknown[]
}

/** Shortest rule that can part the rows of a table, in points. */
const RULE_MIN_LENGTH_PT = 8
/** Rules kept of one page: drawings are made of very many strokes. */
const RULES_MAX_COUNT = 2_000
/** Smallest and largest bullet that is drawn as a shape, and how many of them are kept. */
const DOT_MIN_PT = 1.5
const DOT_MAX_PT = 7
const DOTS_MAX_COUNT = 500
const DOT_MAX_NUMBERS = 240
/** Nesting of saved states that is followed. */
const STATES_MAX_COUNT = 256

/** The colour of paper, as pdf.js writes it. */
const WHITE = '#ffffff'
/** Commands of pdf.js's packed paths, each followed by its coordinates. */
const PATH_SIZES: readonly number[] = [2, 2, 6, 4, 0]
const MOVE = 0
const LINE = 1
const CLOSE = 4

export function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ]
}

/** Rules and boxes drawn on a page besides text, in upright page coordinates. */
export interface Drawing {
  /** Horizontal strokes and edges of boxes. */
  rules: Rule[]
  /** Vertical strokes and sides of boxes. */
  verticals: Upright[]
  /** Shapes about as wide as high and no larger than a bullet. */
  dots: Dot[]
}

/** Finds the rules and dots of a page. */
export function readDrawing(list: DrawnList, operators: Operators, upright: Matrix): Drawing {
  const { constructPath, shadingFill } = operators
  if (!list.fnArray.includes(constructPath) && !list.fnArray.includes(shadingFill))
    return { rules: [], verticals: [], dots: [] }
  const painted = new Set<unknown>([
    operators.stroke,
    operators.closeStroke,
    operators.fill,
    operators.eoFill,
    operators.fillStroke,
    operators.eoFillStroke,
    operators.closeFillStroke,
    operators.closeEOFillStroke,
  ])
  const found: Found = { rules: new Map(), verticals: new Map() }
  const dots: Dot[] = []
  const fills = new Set<unknown>([operators.fill, operators.eoFill])
  const saved: { matrix: Matrix; fill: unknown; box: unknown }[] = []
  let matrix = upright
  let fill: unknown
  let box: unknown
  for (const [index, operator] of list.fnArray.entries()) {
    const args = list.argsArray[index]
    if (operator === operators.save || operator === operators.paintFormXObjectBegin) {
      if (saved.length < STATES_MAX_COUNT) saved.push({ matrix, fill, box })
      if (operator === operators.save) continue
      const [form, formBox] = (args ?? []) as unknown[]
      if (isMatrix(form)) matrix = multiply(matrix, form)
      box = formBox
    } else if (operator === operators.restore || operator === operators.paintFormXObjectEnd) {
      const last = saved.pop()
      matrix = last?.matrix ?? upright
      fill = last?.fill
      box = last?.box
    } else if (operator === operators.transform && isMatrix(args)) {
      matrix = multiply(matrix, args)
    } else if (operator === operators.setFillRGBColor) {
      fill = Array.isArray(args) ? args[0] : undefined
    } else if (operator === shadingFill) {
      // A ball is the shades of a form that is as large as it.
      addDot(boxPath(box), matrix, dots)
    } else if (operator === constructPath && Array.isArray(args)) {
      const [paint, paths] = args as [unknown, unknown]
      // White boxes are paper, not borders.
      const isSeen = painted.has(paint) && !(fills.has(paint) && fill === WHITE)
      if (!isSeen || !Array.isArray(paths)) continue
      for (const path of paths as unknown[]) {
        if (!(path instanceof Float32Array)) continue
        collectRules(path, matrix, found)
        addDot(path, matrix, dots)
      }
      if (isFull(found)) break
    }
  }
  return { rules: [...found.rules.values()], verticals: [...found.verticals.values()], dots }
}

/** Rules that were found, by their rounded places. */
interface Found {
  rules: Map<string, Rule>
  verticals: Map<string, Upright>
}

function isFull({ rules, verticals }: Found): boolean {
  return rules.size >= RULES_MAX_COUNT || verticals.size >= RULES_MAX_COUNT
}

function isMatrix(value: unknown): value is Matrix {
  const list = value as ArrayLike<unknown> | null | undefined
  return typeof list === 'object' && list !== null && list.length === 6
}

function addDot(path: Float32Array | undefined, matrix: Matrix, dots: Dot[]): void {
  const dot = path && dots.length < DOTS_MAX_COUNT && dotOf(path, matrix)
  if (dot) dots.push(dot)
}

/** Two corners of the box of a form, as a path. */
function boxPath(box: unknown): Float32Array | undefined {
  const edges = box as ArrayLike<number> | null | undefined
  if (edges?.length !== 4) return undefined
  const [left = 0, bottom = 0, right = 0, top = 0] = Array.from(edges)
  return Float32Array.of(MOVE, left, bottom, LINE, right, top)
}

/** A closed shape of the size of a bullet, by the places of its points. */
function dotOf(path: Float32Array, matrix: Matrix): Dot | undefined {
  if (path.length > DOT_MAX_NUMBERS) return undefined
  const xs: number[] = []
  const ys: number[] = []
  for (let at = 0; at < path.length;) {
    const size = PATH_SIZES[path[at] ?? CLOSE]
    if (size === undefined) return undefined
    for (let from = at + 1; from < at + size; from += 2) {
      const { x, y } = pointAt(path, from, matrix)
      xs.push(x)
      ys.push(y)
    }
    at += 1 + size
  }
  const x = Math.min(...xs)
  const right = Math.max(...xs)
  const top = Math.min(...ys)
  const height = Math.max(...ys) - top
  const isSmall = height >= DOT_MIN_PT && height <= DOT_MAX_PT
  const isRound = Math.abs(right - x - height) < height * 0.3
  return isSmall && isRound ? { x, right, y: top + height / 2 } : undefined
}

function collectRules(path: Float32Array, matrix: Matrix, found: Found): void {
  let start = { x: 0, y: 0 }
  let last = start
  for (let at = 0; at < path.length && !isFull(found);) {
    const command = path[at] ?? CLOSE
    const size = PATH_SIZES[command]
    if (size === undefined) return
    const end = command === CLOSE ? start : pointAt(path, at + size - 1, matrix)
    if (command === MOVE) start = end
    if (command === LINE || command === CLOSE) add(last, end, found)
    last = end
    at += 1 + size
  }
}

interface Point {
  x: number
  y: number
}

function pointAt(path: Float32Array, at: number, m: Matrix): Point {
  const x = path[at] ?? 0
  const y = path[at + 1] ?? 0
  return { x: m[0] * x + m[2] * y + m[4], y: m[1] * x + m[3] * y + m[5] }
}

/** Boxes are drawn edge by edge, and often twice: filled and as a clip. One rule is enough. */
function add(from: Point, to: Point, { rules, verticals }: Found): void {
  const x = Math.min(from.x, to.x)
  const right = Math.max(from.x, to.x)
  const top = Math.min(from.y, to.y)
  const bottom = Math.max(from.y, to.y)
  if (bottom - top <= 0.5 && right - x >= RULE_MIN_LENGTH_PT) {
    const key = `${Math.round(x)} ${Math.round(right)} ${Math.round(from.y)}`
    if (!rules.has(key)) rules.set(key, { x, right, y: from.y })
  } else if (right - x <= 0.5 && bottom - top >= RULE_MIN_LENGTH_PT) {
    const key = `${Math.round(x)} ${Math.round(top)} ${Math.round(bottom)}`
    if (!verticals.has(key)) verticals.set(key, { x, right, top, bottom })
  }
}
