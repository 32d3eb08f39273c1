import { selectPages } from '../../pdf/page-ranges.ts'
import { Comments } from '../comments.ts'
import type { DocumentWriter } from '../document-writer.ts'
import type { Choice } from '../document.ts'
import { childrenOf, findChild, findRoot, innerText, type XmlElement } from '../package/read-xml.ts'
import type { OpenedPackage } from '../read-format.ts'
import { damagedPackage } from '../refusals.ts'
import { type Box, sortAsRead } from '../text/reading-order.ts'
import { writeChart } from './objects.ts'
import { readMeta, requirePlain } from './properties.ts'
import { TextBodyReader } from './text-body.ts'
import { openTextParts, type TextParts } from './text-parts.ts'
import { addComment, shownText } from './text-plain.ts'
import { TextStyles } from './text-styles.ts'

/** Reads a presentation of OpenDocument: its slides in order. */
export async function readOdp(
  { pack }: OpenedPackage,
  out: DocumentWriter,
  choice: Choice,
): Promise<void> {
  await requirePlain(pack)
  const content = (await pack.findText('content.xml')) ?? ''
  const root = findRoot(content)
  const show = findChild(root, 'office:body', 'office:presentation')
  if (!root || !show) throw damagedPackage()
  const common = (await pack.findText('styles.xml')) ?? ''
  const styles = new TextStyles()
  styles.add(common, true)
  styles.add(content, false)
  const hiddenPages = hiddenPagesOf([
    findChild(findRoot(common), 'office:styles'),
    findChild(root, 'office:automatic-styles'),
  ])
  const slides = childrenOf(show, 'draw:page')
  out.describe({ ...(await readMeta(pack)), pages: slides.length, unit: 'slide' })
  const writer = new OdpWriter(await openTextParts({ pack }, { out, styles, choice }))
  for (const number of selectPages(choice.pages, slides.length, {
    mayBeNone: slides.length === 0,
  })) {
    const slide = slides[number - 1]!
    const isHidden = hiddenPages.has(slide.attributes.get('draw:style-name') ?? '')
    out.startPage(number)
    if (isHidden && !choice.keepsHidden) out.addHidden('slide', allText(slide))
    else writer.write(`Slide ${number}${isHidden ? ' (hidden)' : ''}`, slide)
  }
  writer.comments.say(out, 'each after its slide')
}

/** Frames that every slide repeats. */
const REPEATED = /^(?:footer|header|date-time|page-number|page)$/
const SHAPES = /^(?:draw|dr3d):(?!page-thumbnail)/

/** Styles of slides that are not shown. */
function hiddenPagesOf(holders: readonly (XmlElement | undefined)[]): ReadonlySet<string> {
  const hidden = holders
    .flatMap((holder) => childrenOf(holder, 'style:style'))
    .filter((style) => {
      const page = findChild(style, 'style:drawing-page-properties')
      return page?.attributes.get('presentation:visibility') === 'hidden'
    })
  return new Set(hidden.map(({ attributes }) => attributes.get('style:name') ?? ''))
}

class OdpWriter {
  readonly #parts: TextParts
  readonly #out: DocumentWriter
  readonly #texts: TextBodyReader
  readonly #repeated = new Set<string>()
  /** Comments on whole slides. */
  readonly comments = new Comments()

  constructor(parts: TextParts) {
    this.#parts = parts
    this.#out = parts.out
    this.#texts = new TextBodyReader(parts)
  }

  write(name: string, slide: XmlElement): void {
    const shapes = shapesOf(slide)
    const title = shapes.find(
      ({ element }) => classOf(element) === 'title' && shownText(element) !== '',
    )
    const lines = childrenOf(findChild(title?.element, 'draw:text-box'))
    if (title) this.#texts.writeHeading(2, `${name}:`, lines)
    else this.#out.add('h2', name)
    for (const shape of shapes) if (shape !== title) this.#writeShape(shape.element)
    this.#writeNotes(findChild(slide, 'presentation:notes'))
    for (const child of childrenOf(slide)) {
      if (child.name.endsWith(':annotation')) addComment(child, this.comments)
    }
    this.comments.write(this.#out)
    this.#parts.flow.addComments(this.#parts.comments)
  }

  #writeNotes(notes: XmlElement | undefined): void {
    const boxes = childrenOf(notes, 'draw:frame')
      .filter((frame) => classOf(frame) === 'notes')
      .map((frame) => findChild(frame, 'draw:text-box'))
      .filter((box) => box !== undefined && shownText(box) !== '')
    if (boxes.length === 0) return
    this.#out.open('blockquote')
    this.#out.add('p', 'Notes:')
    for (const box of boxes) if (box) this.#texts.writeSlideBox(box)
    this.#out.close('blockquote')
  }

  #writeShape(shape: XmlElement): void {
    const kind = classOf(shape)
    if (REPEATED.test(kind) && this.#isRepeated(kind, shape)) return
    if (shape.name === 'draw:g' || shape.name === 'draw:a') {
      for (const { element } of shapesOf(shape)) this.#writeShape(element)
      return
    }
    const box = findChild(shape, 'draw:text-box')
    const table = findChild(shape, 'table:table')
    const inner = findChild(shape, 'draw:object')
    if (table) this.#texts.writeSlideBox({ children: [table] })
    else if (box) this.#texts.writeSlideBox(box)
    else if (inner) this.#writeObject(inner)
    else if (findChild(shape, 'draw:image')) this.#writePicture(shape)
    else this.#texts.writeSlideBox(shape)
  }

  /** Whether a footer was written before, or is no more than a number. */
  #isRepeated(kind: string, shape: XmlElement): boolean {
    const key = `${kind} ${shownText(shape)}`
    const isField = shape.children.length === 0 || kind === 'page-number' || kind === 'page'
    if (isField || this.#repeated.has(key)) return true
    this.#repeated.add(key)
    return false
  }

  #writePicture(shape: XmlElement): void {
    const name = ['svg:desc', 'svg:title'].map((part) => innerText(findChild(shape, part)).trim())
    this.#out.open('p')
    this.#out.addPicture((name.find((text) => text !== '') ?? '').replaceAll(/\s+/g, ' '))
    this.#out.close('p')
  }

  #writeObject(object: XmlElement): void {
    const inner = this.#parts.objects.find(object)
    if (inner?.kind === 'chart') writeChart(inner.chart, this.#out)
    else if (inner?.kind === 'formula') this.#out.addMath(inner.tex, true)
    else this.#out.say('Embedded objects are not read')
  }
}

interface Shape {
  element: XmlElement
  box: Box | undefined
}

/** The shapes of a slide or group in the order of reading. */
function shapesOf(holder: XmlElement): Shape[] {
  const shapes = childrenOf(holder).filter(({ name }) => SHAPES.test(name))
  return sortAsRead(shapes.map((element) => ({ element, box: boxOf(element) })))
}

const UNITS_MM: Readonly<Record<string, number>> = {
  mm: 1,
  cm: 10,
  in: 25.4,
  pt: 25.4 / 72,
  pc: 25.4 / 6,
}

function boxOf({ attributes }: XmlElement): Box | undefined {
  const [left, top, width, height] = ['x', 'y', 'width', 'height'].map((name) => {
    const [, number = '', unit = ''] =
      /^(-?[\d.]+)(mm|cm|in|pt|pc)$/.exec(attributes.get(`svg:${name}`) ?? '') ?? []
    return Number(number === '' ? NaN : number) * (UNITS_MM[unit] ?? 1)
  }) as [number, number, number, number]
  if ([left, top, width, height].some(Number.isNaN)) return undefined
  return { left, top, right: left + width, bottom: top + height }
}

function classOf({ attributes }: XmlElement): string {
  return attributes.get('presentation:class') ?? ''
}

/** All text of a slide, for counting its words. */
function allText(element: XmlElement): string {
  return /^text:[ph]$/.test(element.name)
    ? shownText(element)
    : childrenOf(element).map(allText).join('\n')
}
