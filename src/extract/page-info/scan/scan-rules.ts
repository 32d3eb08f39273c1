import { Region } from './regions.ts'

/** Characters of one text that are looked at for the line that it belongs to: indented mark-up is mostly white space. */
const CHUNK_MAX_CHARS = 2000

/** Elements that show a point in time: that of HTML, and those that sites of software, talk and news made for it. */
export const timeTags = new Set(
  'time relative-time faceplate-timeago time-ago local-time amp-timeago amp-date-display unix-timestamp'.split(
    ' ',
  ),
)
/** Elements that do not end a line. */
export const inlineTags = new Set(
  'a abbr b bdi bdo cite code data del em font i ins kbd mark q s samp small span strong sub sup time tt u var wbr'
    .split(' ')
    .concat(...timeTags),
)
/** Elements that hold whole parts of a page: their names say nothing of a date or a person. */
export const wideTags = new Set([
  'html',
  'body',
  'main',
  'article',
  'section',
  'form',
  'table',
  'ul',
  'ol',
])
/** Lines without one of these hold no date; most hold none. */
export const mayHoldDate = /\d{4}|\d[./]\d{1,2}[./]\d{2}|[٠-٩۰-۹०-९০-৯๐-๙０-９]{4}/
/** The beginning of a paragraph that may be the place and the day of a report: `LONDON, March 5, 2024 –`. */
export const mayBeDateline = /^\s?(?:\p{Lu}[\p{L} .,'’/-]{0,40}[,(–—-]\s?\(?)?\p{L}{0,12}\.?\s?\d/u
/** Headings below the first level. */
export const subheadingTags = new Set(['h2', 'h3', 'h4'])
/** Inline elements that hold things of their own, which often only styles keep apart. */
export const apartTags = new Set(['a', 'span', 'time', 'small', 'abbr', 'data'])

/** Parts that an article has as well as a page. */
export const ofArticleItself = Region.header | Region.footer | Region.aside
/** Parts of a page that are not about its text. */
export const ofOthers = Region.nav | Region.footer | Region.aside | Region.comments | Region.related
/** Headers of an answer that a page states by `http-equiv` and whose names no other meta has. */
export const equivalents = new Set(['content-language', 'date', 'last-modified'])
/** Attributes that hold the value of a date or name, the most usual first. */
export const valueNames = [
  'datetime',
  'content',
  'data-datetime',
  'data-date',
  'data-timestamp',
  'data-time',
  'data-utime',
  'ts',
  'title',
]

/** A piece of text with each run of white space as one space; without that at its start, at the start of a line. */
export function spaced(chunk: string, startsLine: boolean): string {
  const text = startsLine ? chunk.trimStart() : chunk
  return text.slice(0, CHUNK_MAX_CHARS).replaceAll(/\s{2,}/g, ' ')
}

/** What a line under a text begins with that names its author; in scripts without word borders a colon follows. */
export const creditLine =
  /^(?:(?:this (?:article|blog|blog post|post|story|text|guide|page|entry) (?:was |is )?)?(?:written|authored|article|story|text|words|posted) by|(?:geschrieben|verfasst) von|escrito por|texto de|(?:rédigé|écrit) par|scritto da|geschreven door|skriv(?:en|et) av|napisała?|автор(?: статьи| текста)?(?=:)|текст(?=:)|автор статті|(?:yazan|yazar|autor(?:a|in|ka|ė)?|autore|autors|autorius|auteure?|avtor|author|penulis|szerző|forfatter|författare|skribent|kirjoittaja|te[kx]st[eioas]?|texten|tekstas|teksts|testo|szöveg|metin|teks|words|συντάκτης|συντάκτρια|κείμενο|авторка|аутор|нап[иі]сала?|الكاتب|بقلم|نویسنده|מאת|लेखक|लेखिका|tác giả|bài viết|ผู้เขียน|เรื่อง)(?=\s?[:：])|(?:文|作者|撰文|執筆|글|글쓴이|저자)(?=\s?[:：／]))\s?[:：／]?(?:\s|$|(?<=[:：／]))/iu
/** Longer lines are sentences. */
export const CREDIT_LINE_MAX_CHARS = 140

/** Characters of names and attributes that are looked at. */
export const HINT_MAX_CHARS = 400

const PROSE_MIN_CHARS = 90
const DENSE_PROSE_MIN_CHARS = 30

/** Whether a line is one of running text, as none of a byline or a list of links is. */
export function isProse(line: string): boolean {
  return (
    line.length >= PROSE_MIN_CHARS ||
    (line.length >= DENSE_PROSE_MIN_CHARS && /[\u3040-\u9fff\uac00-\ud7af].{20}/u.test(line))
  )
}
