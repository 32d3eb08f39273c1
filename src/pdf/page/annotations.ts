import type { PdfDocument, PdfPage } from '../file/document.ts'
import type { Matrix } from '../glyphs/rules.ts'
import type { LinkArea } from './link-areas.ts'

const ANNOTATIONS_MAX_COUNT = 5_000
const URL_MAX_CHARS = 2_000
/** Text of one field or note. */
const TEXT_MAX_CHARS = 20_000
const NAME_MAX_CHARS = 100
/** Flag of a field whose text is not shown (ISO 32000-1, 12.7.4.3). */
const PASSWORD_FLAG = 1 << 13
/** Kinds of annotations whose text somebody wrote beside the page. */
const NOTES = new Set('Text Highlight Underline Squiggly StrikeOut Caret Stamp'.split(' '))

/** Text that stands on a page without being drawn by it, in upright page coordinates. */
export interface Writing {
  /** A value beside its label, a box that is ticked or not, text on the page, or a note about it. */
  kind: 'value' | 'box' | 'text' | 'note'
  text: string
  /** Name of the field, for where nothing on the page names it. */
  name: string
  x: number
  right: number
  top: number
  bottom: number
}

/** Links and writings of a page. */
export interface Annotations {
  areas: LinkArea[]
  writings: Writing[]
}

type Data = Record<string, unknown>

/** Reads the links of a page that was listed, the values of its form fields, and what was written on it later. */
export async function readAnnotations(
  pdf: PdfDocument,
  page: PdfPage,
  upright: Matrix,
): Promise<Annotations> {
  const all = await annotationsOf(pdf, page)
  const areas: LinkArea[] = []
  const writings: Writing[] = []
  for (const data of all.slice(0, ANNOTATIONS_MAX_COUNT)) {
    const { subtype, url, rect } = data
    if (!Array.isArray(rect) || rect.length !== 4) continue
    const place = placeOf(rect as number[], upright)
    const isLink = subtype === 'Link' && typeof url === 'string' && url.length <= URL_MAX_CHARS
    if (isLink && /^(?:https?|mailto):/i.test(url)) areas.push({ url, ...place })
    const writing = writingOf(data)
    if (writing && writing.text !== '') writings.push({ ...writing, ...place })
  }
  return { areas, writings }
}

/**
 * The annotations of a page. Asked for them by the page, pdf.js also reads the text under every link once more, which takes as long
 * as all other work; this is only done where free text may have an appearance that says more than its source.
 */
async function annotationsOf(pdf: PdfDocument, page: PdfPage): Promise<Data[]> {
  const others = new AllPagesBut(page.pageNumber - 1)
  const all = (await pdf.getAnnotationsByType(ALL_KINDS, others).catch(() => null)) as
    | (Data | null)[]
    | null
  const seen = (all ?? []).filter((data) => data !== null).filter(isViewable)
  if (!seen.some(({ subtype }) => subtype === 'FreeText')) return seen
  return (await page.getAnnotations().catch(() => seen)) as Data[]
}

const KINDS_MAX_COUNT = 30
const ALL_KINDS = new Set(Array.from({ length: KINDS_MAX_COUNT }, (_, index) => index))

/** All indexes of pages but one, whose number nobody knows. */
class AllPagesBut extends Set<number> {
  readonly #index: number

  constructor(index: number) {
    super()
    this.#index = index
  }

  override has(index: number): boolean {
    return index !== this.#index
  }
}

/** Flags of annotations that are not to be seen (ISO 32000-1, 12.5.3): invisible and without a view. */
const UNSEEN_FLAGS = (1 << 0) | (1 << 5)

function isViewable({ quadPoints, subtype, annotationFlags }: Data): boolean {
  if (quadPoints === null) return false
  return subtype === 'Widget' || (Number(annotationFlags ?? 0) & UNSEEN_FLAGS) === 0
}

function writingOf(data: Data): Pick<Writing, 'kind' | 'text' | 'name'> | undefined {
  const { subtype } = data
  const named = { name: nameOf(data) }
  if (subtype === 'Widget') {
    if (data['checkBox'] === true) return { kind: 'box', text: tick(isTicked(data)), ...named }
    if (data['radioButton'] === true) {
      const value = data['fieldValue']
      const isOn = typeof value === 'string' && value === data['buttonValue']
      return { kind: 'box', text: tick(isOn), ...named }
    }
    return { kind: 'value', text: valueOf(data), ...named }
  }
  const contents = boundedText((data['contentsObj'] as Data | undefined)?.['str'])
  if (subtype === 'FreeText') {
    const lines = data['textContent']
    const text = Array.isArray(lines) ? boundedText(lines.join('\n')) : ''
    return { kind: 'text', text: text || contents, name: '' }
  }
  if (!NOTES.has(String(subtype)) || contents === '') return undefined
  return { kind: 'note', text: `[Note: ${contents.replaceAll(/\s+/g, ' ')}]`, name: '' }
}

/** The name that people see, else the one that programs use, where it reads like words. */
function nameOf({ alternativeText, fieldName }: Data): string {
  const name = boundedText(alternativeText)
  const key = boundedText(fieldName)
  const label =
    name !== '' || !/^\p{L}[\p{L}\p{N} _-]*$/u.test(key) ? name : key.replaceAll('_', ' ')
  return label.slice(0, NAME_MAX_CHARS)
}

function tick(isOn: boolean): string {
  return isOn ? '[x]' : '[ ]'
}

function isTicked({ fieldValue, exportValue }: Data): boolean {
  if (typeof fieldValue !== 'string' || fieldValue === 'Off') return false
  return exportValue === undefined || fieldValue === exportValue
}

function valueOf({ fieldType, fieldValue, fieldFlags, options }: Data): string {
  if (fieldType === 'Tx') {
    const isSecret = typeof fieldFlags === 'number' && (fieldFlags & PASSWORD_FLAG) !== 0
    return isSecret ? '' : boundedText(fieldValue)
  }
  if (fieldType !== 'Ch') return ''
  const displayValues = new Map(
    (Array.isArray(options) ? (options as Data[]) : []).map((option) => [
      option['exportValue'],
      option['displayValue'],
    ]),
  )
  const values = Array.isArray(fieldValue) ? (fieldValue as unknown[]) : [fieldValue]
  return values.map((value) => boundedText(displayValues.get(value) ?? value)).join(', ')
}

function boundedText(value: unknown): string {
  if (typeof value !== 'string') return ''
  return value.slice(0, TEXT_MAX_CHARS).replaceAll(/\r\n?/g, '\n').trim()
}

function placeOf(
  [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[],
  upright: Matrix,
): Omit<LinkArea, 'url'> {
  const from = pointOf(upright, x0, y0)
  const to = pointOf(upright, x1, y1)
  return {
    x: Math.min(from.x, to.x),
    right: Math.max(from.x, to.x),
    top: Math.min(from.y, to.y),
    bottom: Math.max(from.y, to.y),
  }
}

function pointOf(m: Matrix, x: number, y: number): { x: number; y: number } {
  return { x: m[0] * x + m[2] * y + m[4], y: m[1] * x + m[3] * y + m[5] }
}
