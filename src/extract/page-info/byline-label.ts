import { isWord } from './byline-words.ts'
import { saysDay } from './dates/date-meaning.ts'

export const UPPER = /^[\p{Pi}"'’(]?\p{Lu}|^\p{Ll}{1,3}\p{Lu}/u
export const LOWER = /^\p{Ll}/u
/** Parts of names that are written small. */
export const PARTICLE =
  /^(?:d[aeiou]|d[ao]s|de[lnrt]|della|van|von|vom|zu[mr]?|zum|af|av|al|el|la|le|les|los|las|ten|ter|te|bin|ibn|bint|binti|abu|y|e|of|san|st\.?|['’]t|op|in['’]t|do|ap|mac|[dl]['’]\p{L}.*|al-\p{L}.*|el-\p{L}.*)$/u
/** Letters behind a name: PhD, M.D., RN. */
export const CREDENTIAL =
  /^(?:\p{Lu}[\p{Lu}.-]{1,7}|Ph\.?\s?D\.?|Jr\.?|Sr\.?|\p{Lu}\p{Ll}?\p{Lu}{1,2}[a-z]?|Esq\.?)$/u
const AMBIGUOUS = /^(?:von|d[aei]|af|av|van|per)$/iu

/** Words up to the end of a label, at most. */
export const LABEL_MAX_WORDS = 4

/** Headings of boxes about who wrote the text. */
export const ABOUT_AUTHOR =
  /^(?:more )?about (?:the |this )?(?:author|writer|contributor)|^(?:über|zu[rm]?|mehr über) (?:de[nrm] |die |das )?autor|^à propos d|^sobre (?:el|la|o|a|os|as|los) autor|^acerca d|^(?:sull|l)[’']\s?aut|^chi è l|^over de (?:auteur|schrijver)|^om (?:författ|forfatt|skribent)|^tietoa kirj|^kirjoittajasta|^o (?:autor|avtor|automat)|hakkında$|szerzőről$|^despre aut|^tentang pen|^(?:об|про|за) авт|^о автор|^για τ\S{1,2} συ|^σχετικά με τ|^عن ال|^نبذة|^درباره|^על ה|^אודות|के बारे में$|について$|^(?:著者|作者|筆者)(?:紹介|简介|簡介|プロフィール)|プロフィール$|^(?:글쓴이|작성자|저자)?\s?소개$|^关于作|^關於作|^(?:về|giới thiệu) tác giả|^เกี่ยวกับ|^apie autor|^par autor|^autorist|^o autor/iu

/** Words of a script with small letters, all written small. */
export function isSmall(words: readonly string[]): boolean {
  return words.every((word) => LOWER.test(word) && !UPPER.test(word))
}

/** Whether all words are written as those of a name are. */
export function areOfName(words: readonly string[]): boolean {
  return UPPER.test(words[0]!) && words.every((word) => UPPER.test(word) || PARTICLE.test(word))
}

/** A text without marks around it. */
export function trimmed(text: string): string {
  return text.replace(/^[\s,;:|·•●–—"“”„«»/-]+/, '').replace(/[\s,;:|·•●–—"“”„«»/-]+$/, '')
}

/** A line whose label ends where its next word begins, also where a script or a habit puts no space there. */
export function withLabelApart(line: string): string {
  return line
    .replace(/^By(?=\p{Lu})/u, 'By ')
    .replace(/^به قلم\s/u, 'نوشته ')
    .replace(/^((?:取材・)?文|撰文|図?文|撮影)\s?[/／｜|]\s?/u, '$1： ')
    .replaceAll(/(?<=[：＝]|\p{Lo}:)(?=\S)/gu, ' ')
}

/** How many words come before the name. */
export function endOfLabel(words: readonly string[]): number {
  const near = words.slice(0, LABEL_MAX_WORDS + 1)
  const colon = near.findIndex(
    (word, index) =>
      /[:：＝]$/u.test(word) ||
      (/^[/／]$/u.test(word) && index > 0 && words.slice(0, index).every(isLabelWord)),
  )
  if (colon !== -1) return colon + 1
  const by = near.findIndex(
    (word, index) => isWord('by', word) && (isLabelAt(words, index) || isWorkBy(words, index)),
  )
  if (by !== -1) return by + 1
  const end = words.findIndex((word) => !isWord('author', word) && !isWord('wrote', word))
  return end > 0 && !isSmall([words[end]!]) ? end : 0
}

const ARTICLE = /^(?:an?|eine?|une?|una|een|en|et|ett|uma?)$/iu

/** Whether words before “by” say what somebody wrote: a guest post by, eine Analyse von, une tribune de. */
export function isWorkBy(words: readonly string[], index: number): boolean {
  return (
    index >= 2 &&
    ARTICLE.test(words[0]!) &&
    !words.slice(0, index).some((word) => isWord('other', word)) &&
    UPPER.test(words[index + 1] ?? '')
  )
}

function isPartOfDate(word: string): boolean {
  return saysDay(word) || /^\d/.test(word)
}

/** Whether a word that stands before names is no part of one: “von Trapp” is a name, “von Maria Trapp” and “written von” are not. */
function isLabelAt(words: readonly string[], index: number): boolean {
  const word = words[index]!
  if (!AMBIGUOUS.test(word)) return true
  const before = words[index - 1]
  if (before !== undefined)
    return (
      isWord('wrote', before) ||
      isWord('other', before) ||
      isWord('author', before) ||
      isPartOfDate(before)
    )
  const [first = '', second = ''] = words.slice(index + 1)
  if (/^Von$/i.test(word) && UPPER.test(word)) return true
  if (/^(?:Da|Per|Van)$/.test(word)) return false
  return UPPER.test(first) && UPPER.test(second) && !CREDENTIAL.test(second)
}

/** Where the first part of a byline ends. */
const FIRST_PART = /\s?[,،、;；]|\s?[|•·●]\s?|\s[–—/-]\s/u

/** Who reports, where a colon follows: alone it is what somebody is. */
const REPORTER =
  /^(?:reporter|muhabir|haber|hazırlayan|journalist|toimittaja|корреспондент|журналист|кореспондент|記者|记者|기자|خبرنگار|گزارش|संवाददाता|रिपोर्ट)[:：]$/iu

/** Words of what a page calls its writing that other parts of pages have too: without “by” they name nobody. */
const OF_PAGES =
  /^(?:posted|publish|creat|submit|contribut|stor|articles?$|posts?$|recipe|more$|writt|author)/iu

/** Whether a line begins with words that say that it names the author. */
export function hasLabel(line: string): boolean {
  if (REPORTS.test(line)) return true
  const [first = ''] = trimmed(withLabelApart(line)).split(FIRST_PART, 1)
  const words = first.split(/\s+/)
  const end = endOfLabel(words)
  const label = words.slice(0, end)
  const last = label.at(-1)
  if (last === undefined || label.some((word) => isWord('other', word))) return false
  const rest = words.slice(end)
  if (isWord('by', last))
    return label.every(isLabelWord) || label.some(saysWork) || isWorkBy(words, end - 1)
  if (!label.every(isLabelWord)) return false
  return (
    /[:：／/]$/u.test(last) ||
    label.some((word) => isWord('author', word)) ||
    // Text Ada Porter, Piše Ada Porter.
    (rest.length >= 2 &&
      rest.length <= LABEL_MAX_WORDS &&
      !OF_PAGES.test(label[0]!) &&
      (areOfName(rest) || rest.every((word) => /^\p{Lo}/u.test(word))))
  )
}

/** Names of reporters in Chinese, Japanese and Korean, with what they are. */
const REPORTS =
  /^(?:[\p{Script=Han}\p{Script=Hangul}]{2,4}\s?(?:기자|記者|记者|특파원)(?:\s|$|[,|=(（@])|(?:本[报報刊])?(?:記者|记者)\s?\p{Script=Han}{2,4}(?:\s|$|[／/（(]))/u

function saysWork(word: string): boolean {
  return isWord('author', word) || isWord('wrote', word)
}

/** Whether a line is a label alone, whose name stands in the next one. */
export function isLabel(line: string): boolean {
  const words = line.split(/\s+/).filter((word) => word !== '')
  return (
    words.length <= LABEL_MAX_WORDS &&
    /\p{L}/u.test(line) &&
    words.every(isLabelWord) &&
    (words.some((word) => isWord('by', word) || isWord('author', word)) ||
      /[:：／/]$/u.test(words.at(-1) ?? ''))
  )
}

function isLabelWord(word: string): boolean {
  return isWord('by', word) || saysWork(word) || REPORTER.test(word) || /^[:：／/]$/u.test(word)
}
