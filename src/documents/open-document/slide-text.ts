import type { DocumentWriter } from '../document-writer.ts'
import { childrenOf, findChild, innerText, type XmlElement } from '../package/read-xml.ts'
import { type RunMarks, RunWriter } from '../run-writer.ts'
import { type ListMark, OpenLists } from '../text/open-lists.ts'

/** Styles of a presentation, by their names. */
export interface SlideStyles {
  runs: ReadonlyMap<string, RunMarks>
  /** Marks of list styles by level, counted from 0. */
  lists: ReadonlyMap<string, ReadonlyMap<number, ListMark>>
  /** Slides that are not shown. */
  hiddenPages: ReadonlySet<string>
}

/** Where texts have no styles. */
export const NO_STYLES: SlideStyles = {
  runs: new Map(),
  lists: new Map(),
  hiddenPages: new Set(),
}

/** Reads the styles of these holders (`office:automatic-styles`, `office:styles`). */
export function readSlideStyles(holders: readonly (XmlElement | undefined)[]): SlideStyles {
  const runs = new Map<string, RunMarks>()
  const lists = new Map<string, ReadonlyMap<number, ListMark>>()
  const hiddenPages = new Set<string>()
  for (const style of holders.flatMap((holder) => childrenOf(holder))) {
    const name = style.attributes.get('style:name') ?? ''
    if (style.name === 'text:list-style') lists.set(name, readLevels(style))
    if (style.name !== 'style:style') continue
    const page = findChild(style, 'style:drawing-page-properties')
    if (page?.attributes.get('presentation:visibility') === 'hidden') hiddenPages.add(name)
    const text = findChild(style, 'style:text-properties')
    if (style.attributes.get('style:family') === 'text' && text) runs.set(name, marksOf(text))
  }
  return { runs, lists, hiddenPages }
}

function readLevels(style: XmlElement): Map<number, ListMark> {
  return new Map(
    childrenOf(style).map(({ name, attributes }): [number, ListMark] => {
      const level = Number(attributes.get('text:level')) - 1
      const start = Number(attributes.get('text:start-value') ?? 1) || 1
      if (name !== 'text:list-level-style-number') return [level, { kind: 'mark' }]
      const isNone = (attributes.get('style:num-format') ?? '') === ''
      return [level, isNone ? { kind: 'none' } : { kind: 'number', start }]
    }),
  )
}

function marksOf({ attributes }: XmlElement): RunMarks {
  const read = (name: string): string => attributes.get(name) ?? ''
  const place = read('style:text-position')
  return {
    isBold: /^(?:bold|[6-9]00)$/.test(read('fo:font-weight')),
    isItalic: /^(?:italic|oblique)$/.test(read('fo:font-style')),
    isStruck: !/^(?:none|)$/.test(read('style:text-line-through-style')),
    script: /^(?:super|[1-9])/.test(place) ? 'sup' : /^(?:sub|-)/.test(place) ? 'sub' : undefined,
  }
}

/** Writes the paragraphs and lists of a text box. */
export function writeBoxText(
  box: XmlElement | undefined,
  out: DocumentWriter,
  styles: SlideStyles,
): void {
  const lists = new OpenLists(out)
  const writeAll = (holder: XmlElement, level: number, style: string): void => {
    let isFirst = true
    for (const element of childrenOf(holder)) {
      const { name, attributes } = element
      const own = attributes.get('text:style-name') ?? ''
      if (name === 'text:list') writeAll(element, level + 1, own === '' ? style : own)
      else if (name === 'text:list-item' || name === 'text:list-header')
        writeAll(element, level, style)
      else if ((name === 'text:p' || name === 'text:h') && /\S/.test(textIn(element))) {
        const mark = level < 0 ? NO_MARK : (styles.lists.get(style)?.get(level) ?? { kind: 'mark' })
        // A second paragraph of an item belongs to it.
        const isOfItem = !isFirst && holder.name === 'text:list-item' && mark.kind !== 'none'
        if (!isOfItem)
          lists.goTo(Math.max(0, level), holder.name === 'text:list-header' ? NO_MARK : mark)
        const isItem = mark.kind !== 'none' && !isOfItem
        if (!isItem) out.open('p')
        writeLine(element, out, styles)
        if (!isItem) out.close('p')
        isFirst = false
      }
    }
  }
  if (box) writeAll(box, -1, '')
  lists.end()
}

const NO_MARK: ListMark = { kind: 'none' }

/** Writes the runs of a paragraph. */
export function writeLine(paragraph: XmlElement, out: DocumentWriter, styles: SlideStyles): void {
  const runs = new RunWriter(out)
  const write = (holder: XmlElement, marks: RunMarks): void => {
    for (const child of holder.children) {
      if (typeof child === 'string') runs.write(child.replaceAll(/\s+/g, ' '), marks)
      else if (child.name === 'text:line-break') runs.break()
      else if (child.name === 'text:s') runs.write(' ', marks)
      else if (child.name === 'text:tab') runs.write(' ', marks)
      else if (child.name === 'text:a')
        write(child, { ...marks, href: child.attributes.get('xlink:href') })
      else if (!NO_TEXT.test(child.name)) write(child, { ...marks, ...lookOf(child, styles) })
    }
  }
  write(paragraph, {})
  runs.end()
}

const NO_TEXT = /^(?:office:annotation(?:-end)?|text:note|presentation:date-time)$/

/** What a span says of its look; what it leaves open stays as it is around it. */
function lookOf(element: XmlElement, { runs }: SlideStyles): RunMarks {
  const look = runs.get(element.attributes.get('text:style-name') ?? '')
  if (!look) return {}
  return Object.fromEntries(
    Object.entries(look).filter(([, value]) => value !== undefined && value !== false),
  )
}

/** The text of an element, without the remarks in it. */
export function textIn(element: XmlElement | undefined): string {
  if (!element) return ''
  return element.children
    .map((child) =>
      typeof child === 'string' ? child : NO_TEXT.test(child.name) ? '' : textIn(child),
    )
    .join('')
}

/** Writes a table with its spans; the first row is its head where the table says so. */
export function writeBoxTable(table: XmlElement, out: DocumentWriter, styles: SlideStyles): void {
  const isStyled = table.attributes.get('table:use-first-row-styles') === 'true'
  const rows = childrenOf(table).flatMap((part) => {
    if (part.name === 'table:table-row') return [{ row: part, isHead: false }]
    const isHead = part.name === 'table:table-header-rows'
    return childrenOf(part, 'table:table-row').map((row) => ({ row, isHead }))
  })
  out.open('table')
  for (const [index, { row, isHead }] of rows.entries()) {
    out.open('tr')
    for (const cell of childrenOf(row, 'table:table-cell')) {
      const name = isHead || (isStyled && index === 0) ? 'th' : 'td'
      out.open(name, {
        colspan: cell.attributes.get('table:number-columns-spanned') ?? '1',
        rowspan: cell.attributes.get('table:number-rows-spanned') ?? '1',
      })
      for (const paragraph of childrenOf(cell)) {
        if (paragraph.name === 'text:list') out.text(innerText(paragraph))
        else if (paragraph.name === 'text:p') {
          out.open('p')
          writeLine(paragraph, out, styles)
          out.close('p')
        }
      }
      out.close(name)
    }
    out.close('tr')
  }
  out.close('table')
}
