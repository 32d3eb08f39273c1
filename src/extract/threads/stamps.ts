import { monthOf } from '../../lib/months.ts'
import { Has } from '../../markup/html/tokens/attribute-bits.ts'
import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'
import { findDate, parseDate } from '../page-info/dates/dates.ts'

/** A short text that says when something was written. */
export interface Stamp {
  /** The element that holds it. */
  element: ElementNode
  /** Id of the node that it was found at. */
  id: number
  /** What the page shows, or the day in ISO 8601 where it says that for programs. */
  date: string
  /** Greater where it is surely the time of a post. */
  weight: number
}

/** Stamps read of one page: more than posts are looked for around. */
const STAMPS_MAX_COUNT = 20_001
const STAMP_MAX_CHARS = 90
/** Dates without year in longer texts are part of what these say. */
const SHORT_MAX_CHARS = 24
/** Characters beside the date in a text that is still a stamp. */
const BESIDE_MAX_CHARS = 48
/** Characters beside the words for a time with which a text that ends like a sentence is one. */
const SENTENCE_MIN_CHARS = 10
const SENTENCE_END = /[.!?…。！？]$/
/** Weights: for programs; with the time of day; the day, or how long ago. */
const SURE = 4
const TIMED = 2
const PLAIN = 1

const TIME_TAGS = new Set(['time', 'relative-time', 'time-ago', 'local-time', 'faceplate-timeago'])
const DATE_PROPERTY = /\b(?:datePublished|dateCreated|uploadDate)\b/
const CHANGE_PROPERTY = /\bdateModified\b/
/** What says that a date is not that of the post. */
const OTHER_DATE =
  /join|regist|member since|since:|last (?:active|seen|visit|activity|post|edit)|edited|updated|modified|mitglied|dabei seit|beigetreten|bearbeitet|geändert|inscri|miembro|modifié|editado|注册|登録|编辑|編集|регистрац|изменено|отредактировано|\bviewed|birthday/i
const AGO =
  /(?<![\p{L}\p{N}])(?:\d{1,4}\s?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|mo|mos|months?|y|yrs?|years?)\s+ago|^\d{1,3}\s?(?:s|m|h|hr|d|w|wk|mo|y|yr)$|an? (?:second|minute|hour|day|week|month|year)s? ago|just now|yesterday|today|gestern|heute|hier|ayer|vor (?:\d{1,3}|ein(?:em|er)) \p{L}{3,10}|il y a \p{N}{0,3}\s?\p{L}{1,10}|hace \p{N}{0,3}\s?\p{L}{1,10}|há \d{1,3} \p{L}{1,10}|\d{1,3} \p{L}{2,9} (?:fa|geleden|назад|sedan|siden|sitten|temu|önce|atrás))(?![\p{L}\p{N}])|\d{1,3}\s?(?:秒|分钟?|小时|時間|日|天|ヶ月|か月|个?月|年)\s?(?:前|以前)|昨天|昨日/iu
/** No text of more characters says how long ago something was without one of these. */
const MAY_BE_AGO =
  /ago|now|day|gestern|heute|hier|ayer|vor |il y a|hace|há |\sfa|geleden|назад|sedan|siden|sitten|temu|önce|atrás|前|昨/iu
const AGE_MAX_CHARS = 8
/** Signs and words of dates: a text without any of these is no stamp. */
const MAY_BE_STAMP = /[0-9０-９]|yester|today|gestern|heute|hier|ayer|ago|前|昨/i
const YEAR = /(?:19|20)\d{2}/
const CLOCK = /\d{1,2}[:.h]\d{2}/
const SHORT_DATE =
  /(?<![\d\p{L}])(?:\d{1,2}[./-]\d{1,2}[./-]\d{2}(?!\d)|\d{1,2}\.? (?<after>\p{L}{3,9})\.?(?: [’']?\d{2})?$|(?<before>\p{L}{3,9})\.? \d{1,2}(?:, [’']?\d{2})?$|(?<year>\p{L}{3}) [’']\d{2}$)/u

/** Spaces that part a time from what else a line says. */
const GAP = /\u00A0[ \u00A0]+|[ \u00A0]+\u00A0/
/** The time of day alone, as logs of chats show it where they call it so. */
const CLOCK_ALONE = /^[[(]?(\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?)[\])]?$/i
const CLOCK_NAMES = /(?:^|[-_\s])(?:ts|time|timestamp|when|clock)(?:$|[-_\s])/i

/** Finds the texts of a page that say when something was written, in document order. One pass; texts are short. */
export function findStamps(nodes: readonly TreeNode[]): Stamp[] {
  const stamps: Stamp[] = []
  let inside = 0
  let before = ''
  for (let id = 1; id < nodes.length && stamps.length < STAMPS_MAX_COUNT; id += 1) {
    const node = nodes[id]!
    if (node.isText) {
      if (node.data.length > 2 * STAMP_MAX_CHARS) {
        before = ''
        continue
      }
      if (node.data === ' ') continue
      if (!MAY_BE_STAMP.test(node.data)) {
        if (node.data.trim() !== '') before = node.data
        continue
      }
      const [start = ''] = node.data.trimStart().split(GAP, 1)
      const text = squeeze(start)
      const stamp =
        id < inside || !node.parent
          ? undefined
          : (textStamp(text, before) ?? clockIn(text, node.parent))
      if (stamp) stamps.push({ ...stamp, element: node.parent!, id })
      before = node.data
      continue
    }
    if (id < inside) continue
    const stamp = elementStamp(node, nodes)
    if (!stamp) continue
    inside = node.end
    const isOther =
      OTHER_DATE.test(before.slice(-STAMP_MAX_CHARS)) && before.length < BESIDE_MAX_CHARS
    if (stamp.weight > 0 && !isOther) stamps.push({ ...stamp, element: node, id })
  }
  return stamps
}

function clockIn(
  text: string,
  { classes }: ElementNode,
): Pick<Stamp, 'date' | 'weight'> | undefined {
  const [, date] = (classes && CLOCK_ALONE.exec(text)) ?? []
  return date !== undefined && CLOCK_NAMES.test(classes!.text) ? { date, weight: PLAIN } : undefined
}

function squeeze(text: string): string {
  return text.replaceAll(/[\s\u00A0]+/g, ' ').trim()
}

/** What an element that is made for times says; of weight 0 where it is the time of a change. */
function elementStamp(
  { name, attributes, bits, id, end }: ElementNode,
  nodes: readonly TreeNode[],
): Pick<Stamp, 'date' | 'weight'> | undefined {
  if ((bits & Has.time) === 0 && !TIME_TAGS.has(name)) return undefined
  const { datetime, title, itemprop = '', class: className = '' } = attributes
  const isTime = TIME_TAGS.has(name) || datetime !== undefined
  const isTitled = title !== undefined && title.length <= STAMP_MAX_CHARS && YEAR.test(title)
  const isNamed = itemprop !== '' && DATE_PROPERTY.test(itemprop)
  if (!isTime && !isTitled && !isNamed) return undefined
  if (CHANGE_PROPERTY.test(itemprop) && !isNamed) return { date: '', weight: 0 }
  const visibleText = textBetween(nodes, id, end)
  if (isTitled && !isTime && !isNamed) {
    // The title of a longer text is about something else.
    if (visibleText.length > BESIDE_MAX_CHARS) return undefined
    const found = findDate(title)
    if (!found || title.length - (found.end - found.start) > BESIDE_MAX_CHARS) return undefined
    if (OTHER_DATE.test(title)) return { date: '', weight: 0 }
    return { date: writtenDate(found.iso, visibleText), weight: SURE }
  }
  if (/\b(?:edit|edited|modified|updated)\b/i.test(className)) return { date: '', weight: 0 }
  for (const value of [datetime, attributes['content'], title, attributes['ts']]) {
    const iso = value === undefined ? '' : parseDate(value)
    if (iso !== '') return { date: writtenDate(iso, visibleText), weight: SURE }
  }
  if (visibleText === '' || visibleText.length > STAMP_MAX_CHARS) return undefined
  return { date: visibleText, weight: isTime || isNamed ? SURE - 1 : PLAIN }
}

/** The day, as the page's own zone has it. */
function writtenDate(iso: string, visibleText: string): string {
  return /^\d{4}-\d{2}-\d{2}/.exec(iso)?.[0] ?? visibleText
}

function textStamp(text: string, before: string): Pick<Stamp, 'date' | 'weight'> | undefined {
  if (text.length > STAMP_MAX_CHARS) return undefined
  const found = YEAR.test(text) ? findDate(text) : undefined
  const ago = found ? null : (agoIn(text) ?? shortDate(text))
  if (!found && ago === null) return undefined
  const isOther =
    OTHER_DATE.test(text) || (before.length < BESIDE_MAX_CHARS && OTHER_DATE.test(before))
  if (isOther) return undefined
  const start = found ? found.start : ago!.index
  let end = found ? found.end : ago!.index + ago![0].length
  const rest = text.slice(end)
  const clock =
    /^[\s,;|@·•–-]{0,4}(?:(?:at|um|à|a las|om|kl\.?)\s)?\d{1,2}[:.h]\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?(?:\s?(?:UTC|GMT|Z|[A-Z]{3,4}))?/i.exec(
      rest,
    )
  if (clock) end += clock[0].length
  const beside = start + (text.length - end)
  if (beside > BESIDE_MAX_CHARS) return undefined
  // A relative date within a sentence is part of its text.
  if (ago && beside > SENTENCE_MIN_CHARS && SENTENCE_END.test(text)) return undefined
  return { date: dateIn(text, start, end), weight: found && CLOCK.test(text) ? TIMED : PLAIN }
}

function agoIn(text: string): RegExpExecArray | null {
  return text.length <= AGE_MAX_CHARS || MAY_BE_AGO.test(text) ? AGO.exec(text) : null
}

/** Whether a text says how long ago something was, and nothing else. */
export function saysOnlyAgo(text: string): boolean {
  return text.length <= SHORT_MAX_CHARS && agoIn(text)?.[0].length === text.length
}

function shortDate(text: string): RegExpExecArray | null {
  const match = text.length > SHORT_MAX_CHARS ? null : SHORT_DATE.exec(text)
  const { after, before, year } = match?.groups ?? {}
  const month = after ?? before ?? year
  return month === undefined || monthOf(month) > 0 ? match : null
}

/** The date with the weekday before it. */
function dateIn(text: string, start: number, end: number): string {
  const before = /(?:^|[\s:»(])(\p{L}{2,10}\.?,?\s)$/u.exec(
    text.slice(Math.max(0, start - 12), start),
  )
  const isWeekday =
    before !== null &&
    /^(?:mo|tu|we|th|fr|sa|su|di|mi|do|so|lu|ma|me|je|ve|пн|вт|ср|чт|пт|сб|вс)/i.test(before[1]!)
  const word =
    isWeekday && !/posted|message|subject|since|today|submitted|date/i.test(before[1]!)
      ? before[1]!
      : ''
  return `${word}${text.slice(start, end)}`.trim()
}

/** The text from one node to another, as far as a stamp is long, without elements that are left out. */
export function textBetween(
  nodes: readonly TreeNode[],
  from: number,
  to: number,
  maxChars = 2 * STAMP_MAX_CHARS,
  isOut?: (element: ElementNode) => boolean,
): string {
  let text = ''
  for (let id = from; id < to && text.length <= maxChars; id += 1) {
    const node = nodes[id]!
    if (node.isText) text += node.data
    else if (isOut?.(node)) id = node.end - 1
    else if (node.isBlock) text += ' '
  }
  return squeeze(text)
}
