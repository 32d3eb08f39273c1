import { pathOf } from './package-file.ts'
import { xhtmlToHtml } from './xhtml.ts'

/** Books larger than this keep their notes where they stand. */
const NOTES_MAX_CHARS = 20_000_000
/** Attributes of links that lead to a note. */
const NOTE_LINK = /noteref|footnote|endnote|fnref/i

/** Notes that stand in another file than the text that refers to them. */
export class DistantNotes {
  /** Ids of notes that are told elsewhere, by their files. */
  readonly #taken = new Map<string, Set<string>>()
  /** The HTML of notes by their files and ids, links to the text as places within a page. */
  readonly #notes = new Map<string, ReadonlyMap<string, string>>()

  /** Looks through the files of a book, each a text at its path. */
  constructor(files: ReadonlyMap<string, string>) {
    const size = [...files.values()].reduce((sum, { length }) => sum + length, 0)
    if (size > NOTES_MAX_CHARS) return
    for (const [path, source] of files) {
      if (!NOTE_LINK.test(source) && !/sup/i.test(source)) continue
      xhtmlToHtml(source, {
        address: (href, attributes, isRaised) => {
          const place = findPlace(path, href, attributes, isRaised)
          if (!place || !files.has(place.file)) return undefined
          const ids = this.#taken.get(place.file)
          if (ids) ids.add(place.id)
          else this.#taken.set(place.file, new Set([place.id]))
          return undefined
        },
      })
    }
    for (const [path, taken] of this.#taken) {
      const address = (href: string): string | undefined => {
        const hash = href.indexOf('#')
        return hash > 0 && files.has(pathOf(path, href)) ? href.slice(hash) : undefined
      }
      this.#notes.set(path, xhtmlToHtml(files.get(path)!, { address, taken }).notes)
    }
    // Notes that were not found stay links; a file that is nothing but notes refers to none.
    for (const [path, notes] of this.#notes) this.#taken.set(path, new Set(notes.keys()))
  }

  /** The HTML of a file, with the notes that it refers to and without those that are told elsewhere. */
  gather(path: string, source: string): string {
    const gathered: string[] = []
    const known = new Map<string, string>()
    const address = (
      href: string,
      attributes: ReadonlyMap<string, string>,
      isRaised: boolean,
    ): string | undefined => {
      const place = findPlace(path, href, attributes, isRaised)
      const note = place && this.#notes.get(place.file)?.get(place.id)
      if (!place || note === undefined) return undefined
      const key = `${place.file}#${place.id}`
      const id = known.get(key) ?? `distant-footnote-${known.size + 1}`
      if (!known.has(key)) gathered.push(`<aside id="${id}">${note}</aside>`)
      known.set(key, id)
      return `#${id}`
    }
    const { html } = xhtmlToHtml(source, { address, taken: this.#taken.get(path) })
    return gathered.length === 0 ? html : `${html}${gathered.join('')}`
  }
}

/** The note in another file that a link leads to. */
function findPlace(
  path: string,
  href: string,
  attributes: ReadonlyMap<string, string>,
  isRaised: boolean,
): { file: string; id: string } | undefined {
  const hash = href.indexOf('#')
  if (hash <= 0 || /^[a-z][a-z0-9+.-]*:/i.test(href)) return undefined
  const words = ['epub:type', 'class', 'role', 'rel'].map((name) => attributes.get(name) ?? '')
  if (!isRaised && !NOTE_LINK.test(words.join(' '))) return undefined
  if (/back/i.test(words.join(' '))) return undefined
  const file = pathOf(path, href)
  return file === path ? undefined : { file, id: href.slice(hash + 1) }
}
