import {
  ABOUT_AUTHOR,
  areOfName,
  CREDENTIAL,
  endOfLabel,
  isSmall,
  isWorkBy,
  LABEL_MAX_WORDS,
  LOWER,
  PARTICLE,
  trimmed,
  UPPER,
  withLabelApart,
} from './byline-label.ts'
import { isWord } from './byline-words.ts'
import { opensDay, saysDay } from './dates/date-meaning.ts'
import { findDate } from './dates/dates.ts'

const NAME_MAX_CHARS = 70
const NAME_MAX_WORDS = 7
/** Longer lines are no bylines. */
export const BYLINE_MAX_CHARS = 140
const NAMES_MAX_COUNT = 12
const LINES_MAX_COUNT = 8

const JOINER =
  /^(?:and|&|und|et|y|e|og|och|en|i|és|ve|dan|και|и|та|و|ja|a|și|şi|și|і|й|in|ir|un|dan|và|và|和|与|與|及|と|와|과|및|और|และ|ও|এবং)$/u
/** Joining words that are other words in other languages. */
const VAGUE_JOINER = /^(?:in|i|a|e|y|en|un|ir|ja|dan|ve)$/
const junk =
  /^(?:admin|administrator|undefined|null|none|unknown|anonymous|webmaster|editor|staff|user|guest|byline|via|guide|updated|sign in|log ?in|share|follow|subscribe|bio|about|view|email|contact|comments?|reply|home|menu|search|read more|website|wordpress|super user|name|title|get in touch|contact us|donate|shop|store|about the authors?|our story|(?:more )?about me|follow me|originally|on behalf of|insights from|the author|date|datum|fecha|autoreninfo|from\s.{0,60}|(?:sun|mon|tue|wed|thu|fri|sat)|(?:jan|febr)uary|feb|mar|march|apr|april|may|june?|july?|aug(?:ust)?|sept?|(?:sept|nov|dec)ember|oct(?:ober)?|nov|dec|(?=[a-z]*\d)[a-z\d]{16,}|[a-z]{1,2})$|\w\(|@\w+\.\w|https?:|www\.|\b(?:min(?:ute)?s? read|read time|last (?:updated|modified|reviewed)|updated on|published on|reviewed by|edited by|fact.checked|posts by|all posts|sign up|email address|read bio|more from|privacy|cookie|subscribe|newsletter|copyright|written by|learn more|follow us|join date|location|testimonial|visit the|get in touch)\b|[{}<>=©*]|\w\.\w+\.\w/i

const WORDS_OF_ONE_NAME = /^\p{Lu}\S{0,30}(?:\s\S{1,30}){1,3}$/u
/** Names in scripts without small letters: two words or more, or a few letters of Chinese, Japanese or Korean. */
const NAME_WITHOUT_CASE =
  /^(?:[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Hiragana}・]{2,8}|\p{Lo}[\p{Lo}\p{M}'’"״׳-]{0,30}(?:\s\p{Lo}[\p{Lo}\p{M}'’"״׳-]{0,30}){1,3})$/u

/** Whether a text can be the name of an author. */
export function isName(name: string): boolean {
  const words = name.split(' ')
  return (
    name.length >= 2 &&
    name.length <= NAME_MAX_CHARS &&
    words.length <= NAME_MAX_WORDS &&
    /\p{L}/u.test(name) &&
    !/^(?:[\p{Script=Arabic}\p{Script=Hebrew}]{2}|\p{Script=Cyrillic}{1,2}\.?)$/u.test(name) &&
    !junk.test(name) &&
    !/^(?=.*\s).*\d/.test(name) &&
    !/[?!;:：？！]|\p{L}{3,}\.\s/u.test(name) &&
    !words.every(isNoName) &&
    !(isSmall(words) && words.length > 1 && words.some(isNoName)) &&
    !(saysDay(words[0]!) && UPPER.test(words[0]!) && isSmall(words.slice(1)))
  )
}

/** Words that label a name, or a date, and are none. */
function isNoName(word: string): boolean {
  return (
    (!UPPER.test(word) && !LOWER.test(word) && saysDay(word)) ||
    isWord('by', word) ||
    isWord('author', word) ||
    isWord('wrote', word) ||
    isWord('other', word) ||
    isWord('weekday', word)
  )
}

/** How surely a text is a byline: a value that a page states for programs is names; a line of its text may be a sentence. */
export type Source = 'stated' | 'marked' | 'line'

/** Whether what a word begins is known to be no name: a day, others' work, a role. */
function endsName(words: readonly string[], index: number): boolean {
  const word = words[index]!
  const next = words[index + 1] ?? ''
  if (/[:：]$/u.test(word) || isWord('weekday', word)) return true
  const isRole = isWord('role', word) && !/^the$/i.test(words[0]!)
  const saysMore = isWord('other', word) || saysDay(word)
  if (isSmall([word])) {
    if (isWord('weekday', next) || (next === '' && BEFORE_DAY.test(word))) return true
    return (saysMore || isRole || isWord('wrote', word)) && areOfName(words.slice(0, index))
  }
  if (!UPPER.test(word)) return saysMore || isRole || /^\d/.test(word)
  return saysMore && (isSmall([next]) || /^\d/.test(next) || isWord('by', next))
}

/** What stands before a day, which is cut off there. */
const BEFORE_DAY = /^(?:on|at|am|um|le|el|il|op|den|dne|dnia|em|på|klo?)$/

/** A part of a byline: whose work it tells of, and its words without the label. */
interface Part {
  /** Whether it names who did something else than write the text. */
  isOther: boolean
  isLabelled: boolean
  /** Whether its label says that it names who wrote the text. */
  saysAuthor: boolean
  words: readonly string[]
}

function readPart(text: string): Part {
  const words = text.split(' ').filter((word) => word !== '')
  const labelEnd = endOfLabel(words)
  const label = words.slice(0, labelEnd)
  const isLabelled = labelEnd > 0
  const saysOther = label.some((word) => isWord('other', word))
  const saysAuthor = label.some((word) => isWord('author', word) || isWord('wrote', word))
  if (saysOther && !saysAuthor) return { isOther: true, isLabelled, saysAuthor, words: [] }
  // “Music by” is none of the author’s.
  const isUnknown =
    label.length > 1 &&
    !saysAuthor &&
    UPPER.test(label[0]!) &&
    !/[:：]$/u.test(label.at(-1)!) &&
    !isWord('by', label[0]!) &&
    !isWorkBy(words, label.length - 1)
  if (isUnknown) return { isOther: true, isLabelled, saysAuthor, words: [] }
  const named = words.slice(labelEnd)
  const roles = named.findIndex((word, index) => !isWord('role', word) || index > named.length - 3)
  const rest = isLabelled ? named.slice(Math.max(roles, 0)) : named
  const isWork = rest.length > 1 && isWord('other', rest[0]!)
  return {
    isOther: isWork,
    isLabelled,
    saysAuthor: saysAuthor || label.some((word) => isWord('by', word)),
    words: rest,
  }
}

/** The words of a part up to where the name in it ends; empty for a sentence that begins like a byline. */
function nameOf(words: readonly string[], source: Source): string {
  const hasCase = UPPER.test(words[0] ?? '') || LOWER.test(words[0] ?? '')
  const known = words.findIndex((_, index) => (index > 0 || !hasCase) && endsName(words, index))
  let name = known === -1 ? words : words.slice(0, known)
  const small = name.findIndex(
    (word, index) => index > 0 && isSmall([word]) && !PARTICLE.test(word),
  )
  if (small !== -1 && source !== 'stated' && UPPER.test(name[0]!)) {
    if (source === 'line') return ''
    if (small > 1 && areOfName(name.slice(0, small))) name = name.slice(0, small)
  }
  const last = name.findLastIndex((_, index) => !endsLabel(name, index, name.length < words.length))
  return trimmed(name.slice(0, last + 1).join(' '))
}

/** Whether the last word of a name is one of the label behind it, `Ada Porter Published on`, or a small one that leads on. */
function endsLabel(name: readonly string[], index: number, isCut: boolean): boolean {
  const word = name[index]!
  if (index > 0 && isSmall([word]) && PARTICLE.test(word) && UPPER.test(name[0]!)) return true
  return isCut && index > 1 && (isWord('other', word) || isWord('weekday', word) || saysDay(word))
}

/** What stands between the parts of a byline. */
const BORDER = /\s?[,،、;；]\s?|\s?[|•·●]\s?|\s[–—/-]\s|\s&\s/u
const HARD_BORDER = /[|•·●–—/-]/u

interface Piece {
  text: string
  /** What stands before it: a comma, a joining word, a line. */
  border: string
}

const ATTACHED_JOINER = /^[\u0648\u05D5]\p{L}{2}/u

/** A byline taken apart at commas, lines and joining words. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let border = ''
  let words: string[] = []
  const end = (next: string): void => {
    if (words.length > 0) pieces.push({ text: words.join(' '), border })
    border = words.length > 0 || !JOINER.test(next) ? next : `${border} ${next}`
    words = []
  }
  const parts = text.split(new RegExp(`(${BORDER.source})`, 'u'))
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 1) {
      end(part.trim())
      continue
    }
    const all = part.split(/\s+/).filter((word) => word !== '')
    for (const [at, word] of all.entries()) {
      // In Arabic and Hebrew, “and” is a letter before the name.
      const isAttached = ATTACHED_JOINER.test(word) && words.length > 1 && at + 1 < all.length
      if (isAttached) {
        end('&')
        words.push(word.slice(1))
      } else if (
        JOINER.test(word) &&
        (!VAGUE_JOINER.test(word) || joinsNames(words, all.slice(at + 1)))
      )
        end(word)
      else words.push(word)
    }
  }
  end('')
  return pieces
}

function joinsNames(
  before: readonly string[],
  [first = '', second = '']: readonly string[],
): boolean {
  const areNames = before.length > 1 && UPPER.test(before.at(-1)!)
  return (areNames || before.length === 0) && UPPER.test(first) && /^\p{L}/u.test(second)
}

/** Whether a text is a whole name, first and last. */
export function isWholeName(name: string): boolean {
  return (WORDS_OF_ONE_NAME.test(name) || NAME_WITHOUT_CASE.test(name)) && isName(name)
}

/** The names in one line of a byline, without labels, roles, dates and those who did other work; empty where there is none. */
export function namesIn(line: string, source: Source = 'marked'): string[] {
  if (ABOUT_AUTHOR.test(line)) return []
  const text = withLabelApart(line.slice(0, BYLINE_MAX_CHARS))
    .replace(/[.,]\s(?:reviewed|edited|updated|published|medically|photos?|images?)\b.*$/i, '')
    .replaceAll(/(?<=\p{Script=Hangul})·(?=\p{Script=Hangul})/gu, ', ')
    .replaceAll(/\s+/g, ' ')
  const date = findDate(text)
  if (date === undefined) return namesWithoutDate(text, source)
  const before = namesWithoutDate(withoutDayLabel(text.slice(0, date.start)), source)
  return before.length > 0 ? before : namesWithoutDate(text.slice(date.end), source)
}

/** What stands before a date, without the words that say what it is the date of. */
function withoutDayLabel(text: string): string {
  const borders = [...text.trimEnd().matchAll(new RegExp(BORDER.source, 'gu'))]
  const last = borders.at(-1)
  const from = last === undefined ? 0 : last.index + last[0].length
  const label = text.slice(from).trim()
  const namesSomebody = label.split(' ').some((word) => isWord('by', word))
  return /[:：]$/u.test(label) || (opensDay(label) && !namesSomebody) ? text.slice(0, from) : text
}

function namesWithoutDate(text: string, source: Source): string[] {
  const names: string[] = []
  // After a role, only a joining word leads to another name.
  let role: string | undefined
  const pieces = piecesOf(trimmed(text))
  for (const { text: piece, border } of pieces) {
    const { isOther, isLabelled, saysAuthor, words } = readPart(piece)
    const last = names.at(-1)
    // Who comes after somebody else's work belongs to it, too.
    const isOfOthers = isOther || (isLabelled ? !saysAuthor : HARD_BORDER.test(border))
    if (last !== undefined && isOfOthers) break
    const name = isOther ? '' : nameOf(words, source)
    if (name === '') continue
    const joins = /[^\s,،、;；]$/u.test(border)
    const isRole = words.some((word) => isWord('role', word))
    const mayBeNext =
      role === undefined ||
      isLabelled ||
      (joins && (border.length > joinerOf(border).length || !role.includes(' ')))
    if (last === undefined) {
      const mayBeText = pieces.length > 1 && source !== 'stated' && !areOfName(name.split(' '))
      if (isName(name) && !(mayBeText && name.includes(' ') && /\p{Ll}/u.test(name)))
        names.push(name)
    } else if (isRole || !mayBeNext) role = isRole ? name : `${name} `
    else if (isWholeName(name)) names.push(name)
    else if (CREDENTIAL.test(name) && !joins) names[names.length - 1] = `${last}, ${name}`
    else if (!last.includes(' ') && !name.includes(' ') && isName(name) && UPPER.test(name)) {
      names.push(name)
    } else if (joins && UPPER.test(name) && !name.includes(' ')) {
      names[names.length - 1] = `${last} ${border} ${name}`
    } else role = name
    if (names.length >= NAMES_MAX_COUNT) break
  }
  return names
}

function joinerOf(border: string): string {
  return border.split(' ').at(-1)!
}

/** Names that follow “by” inside a line: `5 May 2024 in Harbour by Ada Porter`. */
function afterBy(line: string): string[] {
  const words = line.split(' ')
  const at = words.findIndex(
    (word, index) => index > LABEL_MAX_WORDS && /^(?:by|par|por|door|przez|oleh|от)$/iu.test(word),
  )
  return at === -1 ? [] : namesIn(words.slice(at).join(' '), 'line')
}

/** The names in the lines of a byline, joined by commas; empty when there is none. */
export function nameInByline(text: string): string {
  for (const line of wholeLines(text.split('\n').slice(0, LINES_MAX_COUNT))) {
    const names = [namesIn, afterBy].map((read) => read(line)).find(({ length }) => length > 0)
    if (names) return names.join(', ')
  }
  return ''
}

/** Lines that a joining word or a comma makes one. */
function wholeLines(lines: readonly string[]): string[] {
  const whole: string[] = []
  let isOpen = false
  for (const [index, line] of lines.entries()) {
    const words = line.split(' ')
    const [first = '', ...others] = words
    const before = whole.at(-1) ?? ''
    const after = others.length > 0 ? others : (lines[index + 1] ?? '').split(' ')
    const isJoiner =
      JOINER.test(first) && (!VAGUE_JOINER.test(first) || joinsNames(before.split(' '), after))
    const isAttached = ATTACHED_JOINER.test(first) && others.length > 0 && before.includes(' ')
    if (whole.length > 0 && (isOpen || isJoiner || isAttached || /^[,;&،、·]/u.test(line)))
      whole[whole.length - 1] += ` ${line}`
    else whole.push(line)
    isOpen =
      /[,;&،、·:：]$/u.test(line) ||
      (isJoiner && others.length === 0) ||
      (words.length > 1 && JOINER.test(words.at(-1)!) && !VAGUE_JOINER.test(words.at(-1)!))
  }
  return whole
}

/** The name in a line of facts about a text, beside its day and the minutes that it takes to read; empty where there is none. */
export function nameInFacts(line: string): string {
  const parts = line.split(/\s?[|•·●]\s?|\s[–—-]\s/u).map(trimmed)
  const [name = '', ...others] = parts.filter((part) => !/\p{Nd}/u.test(part))
  const saysMinutes = parts.some((part) => MINUTES.test(part))
  return others.length === 0 && saysMinutes && isWholeName(name) ? name : ''
}

/** How long it takes to read a text: a number of one or two digits, and a word. */
const MINUTES = /^(?:\D{1,14}\s)?[\d۰-۹٠-٩]{1,2}\s?(?:\p{L}|\p{M}){1,9}\.?(?:\s\D{1,18})?$/u
