import type { DocumentWriter } from '../document-writer.ts'
import { childrenOf, findChild, innerText, type XmlElement } from '../package/read-xml.ts'
import { type RunMarks, RunWriter } from '../run-writer.ts'
import { type ListMark, OpenLists } from '../text/open-lists.ts'
import { findBullet, type ListStyle, readListStyle } from './text-styles.ts'

/** What the text of a shape depends on besides itself. */
export interface TextSettings {
  /** Address that an id of the slide leads to, outside of it. */
  findAddress(id: string): string | undefined
  /** List styles, the most binding first. */
  styles: readonly ListStyle[]
  /** Where no style says anything. */
  bullet: ListMark
  /** Where the whole shape leads. */
  href?: string | undefined
}

/** Deepest level of lists. */
const LEVELS_MAX_COUNT = 9

/** Writes the paragraphs of a text body (`a:p`, ECMA-376 part 1, 21.1.2) with their lists. */
export function writeTextBody(
  body: XmlElement | undefined,
  out: DocumentWriter,
  settings: TextSettings,
): void {
  const styles = [readListStyle(findChild(body, 'a:lstStyle')), ...settings.styles]
  const lists = new OpenLists(out)
  for (const paragraph of childrenOf(body, 'a:p')) {
    const properties = findChild(paragraph, 'a:pPr')
    if (!hasText(paragraph)) continue
    const level = Math.min(Number(properties?.attributes.get('lvl')) || 0, LEVELS_MAX_COUNT - 1)
    const bullet =
      findBullet(properties) ??
      styles.map((style) => style.get(level)).find((found) => found !== undefined) ??
      settings.bullet
    lists.goTo(level, bullet)
    if (bullet.kind === 'none') out.open('p')
    writeRuns(paragraph, out, settings)
    if (bullet.kind === 'none') out.close('p')
  }
  lists.end()
}

/** Writes the runs of all paragraphs of a text body in one line, as a heading has them. */
export function writeTextLine(
  body: XmlElement | undefined,
  out: DocumentWriter,
  settings: TextSettings,
): void {
  for (const [index, paragraph] of childrenOf(body, 'a:p').filter(hasText).entries()) {
    if (index > 0) out.text(' ')
    writeRuns(paragraph, out, settings)
  }
}

/** All text of a body, a line for each paragraph. */
export function textOfBody(body: XmlElement | undefined): string {
  return childrenOf(body, 'a:p').map(innerText).join('\n')
}

/** Fields that every slide repeats. */
const REPEATED_FIELD = /^(?:slidenum|datetime)/

/** Whether nothing but the number of the slide and the date of today is in a body. */
export function isOnlyFields(body: XmlElement | undefined): boolean {
  return childrenOf(body, 'a:p').every((paragraph) =>
    childrenOf(paragraph).every(
      (element) =>
        (element.name === 'a:fld' && REPEATED_FIELD.test(element.attributes.get('type') ?? '')) ||
        innerText(element).trim() === '',
    ),
  )
}

function hasText(paragraph: XmlElement): boolean {
  return /\S/.test(innerText(paragraph))
}

function writeRuns(paragraph: XmlElement, out: DocumentWriter, settings: TextSettings): void {
  const runs = new RunWriter(out)
  const left = childrenOf(paragraph).toReversed()
  for (let next = left.pop(); next; next = left.pop()) {
    const { name } = next
    if (name === 'a:br') runs.break()
    else if (name === 'a:r' || name === 'a:fld') {
      runs.write(innerText(findChild(next, 'a:t')), marksOf(findChild(next, 'a:rPr'), settings))
    } else if (name === 'm:t') runs.write(innerText(next))
    else if (name === 'mc:AlternateContent') left.push(...childrenOf(next, 'mc:Choice').slice(0, 1))
    else if (name !== 'a:pPr' && name !== 'a:endParaRPr')
      left.push(...childrenOf(next).toReversed())
  }
  runs.end()
}

function marksOf(properties: XmlElement | undefined, settings: TextSettings): RunMarks {
  const read = (name: string): string => properties?.attributes.get(name) ?? ''
  const id = findChild(properties, 'a:hlinkClick')?.attributes.get('r:id')
  const raised = Number.parseInt(read('baseline'), 10) || 0
  return {
    href: (id === undefined ? undefined : settings.findAddress(id)) ?? settings.href,
    isBold: isTrue(read('b')),
    isItalic: isTrue(read('i')),
    isStruck: /^(?:sng|dbl)Strike$/.test(read('strike')),
    script: raised > 0 ? 'sup' : raised < 0 ? 'sub' : undefined,
  }
}

/** A boolean of XML. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}
