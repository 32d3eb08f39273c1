/** Words of one language for generated pages. `#` is a place for a name, `0` one for a number. */
export interface Tongue {
  language: string
  direction: 'ltr' | 'rtl'
  sentences: readonly string[]
  titles: readonly string[]
  firstNames: readonly string[]
  lastNames: readonly string[]
  by: string
  published: string
  updated: string
  photos: string
  translated: string
  /** What somebody is. */
  roles: readonly string[]
  related: string
  latest: string
  popular: string
  /** Heading, text and button of a box that asks for an address. */
  letter: readonly string[]
  share: string
  aboutAuthor: string
  team: string
  categories: string
  tags: string
  more: string
  /** Add to the calendar, start, end, other events. */
  calendar: readonly string[]
  /** An appeal and its button. */
  donate: readonly string[]
  /** An offer and its button. */
  promotion: readonly string[]
  menu: readonly string[]
  rights: string
  phone: string
  hours: string
  closed: string
}

const RTL: ReadonlySet<string> = new Set(['ar', 'he', 'fa'])

/** Reads the words of languages: blocks parted by an empty line, of ten lines each, whose parts are divided by `|`. */
export function readTongues(text: string): Tongue[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((block) => {
      const lines = block.split('\n').map((line) => line.trim().split('|'))
      if (lines.length !== 10) throw new Error(`${lines[0]![0]}: ${lines.length} lines`)
      const [first, sentences, titles, names, words, boxes, letter, calls, menu, rest] = lines as [
        Row,
        Row,
        Row,
        Row,
        Row,
        Row,
        Row,
        Row,
        Row,
        Row,
      ]
      const language = first[0]!
      if (sentences.length < 4 || words.length !== 7 || boxes.length !== 9 || calls.length !== 8)
        throw new Error(
          `${language}: ${[sentences, words, boxes, calls].map((row) => row.length).join(' ')}`,
        )
      if (letter.length !== 3 || names.length !== 2 || rest.length !== 4) {
        throw new Error(`${language}: ${[letter, names, rest].map((row) => row.length).join(' ')}`)
      }
      const [by, published, updated, photos, translated, ...roles] = words as [
        Cell,
        Cell,
        Cell,
        Cell,
        Cell,
        Cell,
      ]
      const [related, latest, popular, share, aboutAuthor, team, categories, tags, more] =
        boxes as [Cell, Cell, Cell, Cell, Cell, Cell, Cell, Cell, Cell]
      const [rights, phone, hours, closed] = rest as [Cell, Cell, Cell, Cell]
      return {
        language,
        direction: RTL.has(language) ? ('rtl' as const) : ('ltr' as const),
        sentences,
        titles,
        firstNames: names[0]!.split(','),
        lastNames: names[1]!.split(','),
        by,
        published,
        updated,
        photos,
        translated,
        roles,
        related,
        latest,
        popular,
        letter,
        share,
        aboutAuthor,
        team,
        categories,
        tags,
        more,
        calendar: calls.slice(0, 4),
        donate: calls.slice(4, 6),
        promotion: calls.slice(6),
        menu,
        rights,
        phone,
        hours,
        closed,
      }
    })
}

type Cell = string
type Row = string[]
