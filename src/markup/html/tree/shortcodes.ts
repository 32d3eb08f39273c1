/** A tag of a content management system that was left in the text: `[name key="value"]`, `[name]` or `[/name]`. */
const TAG =
  /\[\/?([a-z][\w-]{1,40})((?:\s+[\w-]{1,40}=(?:"[^"\]]{0,500}"|'[^'\]]{0,500}'|[“”„″«»‘’][^\]]{0,200}?[“”″«»‘’])){0,40})\s*\/?\]/gi
/** Names that only builders of pages use. */
const BUILDER = /^(?:vc|wpb|et_pb|fusion|nectar|tatsu|qode|eltdf|edgtf|mkdf|trx|bt_bb)_\w/i
/** What holds code of the builder rather than text, and what such code looks like. */
const RAW = /_raw_(?:html|js)$/i
const ENCODED = /^\s*[\w+/=%]{20,}\s*$/
/** The title that a tag says itself. */
const SAID = /\s(?:text|title|heading)=(?:"([^"]*)"|'([^']*)'|[“”„″«»‘’](.*?)[“”″«»‘’])/i
const WORDS = /\p{L}\s+\p{L}/u
const TEXT_MAX_CHARS = 100_000
const NAMES_MAX_COUNT = 200

/** Takes tags that a builder of pages left in the text of a page out of it. */
export class Shortcodes {
  /** Names that a tag with values had. */
  readonly #names = new Set<string>()

  /** A text without such tags; titles that they hold stand in their place, in lines of their own. */
  textWithout(text: string): string {
    if (text.length > TEXT_MAX_CHARS) return text
    let written = ''
    let at = 0
    let isRaw = false
    for (const match of text.matchAll(TAG)) {
      const [whole, name = '', values = ''] = match
      if (!this.#isTag(name, values)) continue
      const between = text.slice(at, match.index)
      if (!isRaw || !ENCODED.test(between)) written += between
      const said =
        SAID.exec(values)
          ?.slice(1)
          .find((value) => value !== undefined) ?? ''
      if (WORDS.test(said)) written += `\n${said}\n`
      isRaw = RAW.test(name)
      at = match.index + whole.length
    }
    return at === 0 ? text : written + text.slice(at)
  }

  #isTag(name: string, values: string): boolean {
    if (values !== '' && this.#names.size < NAMES_MAX_COUNT) this.#names.add(name)
    return this.#names.has(name) || BUILDER.test(name)
  }
}
