import { escapeHtml } from '../../lib/escape-html.ts'
import { once } from '../../lib/once.ts'
import { GRAMMARS, type Highlighter, loadCore } from './grammars.js'
import { classOf, splitPlain } from './pygments.ts'

/** Colours the code of one message; undefined for a language that is not known, and for what is too long. */
export type Highlight = (code: string, language: string) => string | undefined

/** Code of one message that is coloured; the rest stays plain: grammars take the square of the length of some code. */
const HIGHLIGHTED_MAX_CHARS = 4_000

/** A longer word is looked at from each of its characters on by some grammars, for tenths of a second. */
const LONG_WORD = /[^\s]{101}/

/** Languages that are looked at for one message. */
const LANGUAGES_MAX_COUNT = 8

/** The line that opens a block in a language, also within lists and quotes. */
const OPENING = /^[\s>*+\-\d.]{0,40}(?:`{3,20}|~{3,20}) {0,5}\{?\.?([\w+\-./#]{1,30})/gm

const grammarOf = new Map(
  GRAMMARS.flatMap(([names, load]) =>
    names.split(' ').map((name) => [name, { id: names.split(' ')[0] ?? name, load }] as const),
  ),
)

const core = once(async () => {
  const { default: highlighter } = await loadCore()
  return highlighter.newInstance()
})

/** Loads what colours the code of a message: nothing, where there is none in a known language. */
export async function loadHighlight(content: string): Promise<Highlight | undefined> {
  const languages = new Set<string>()
  for (const [, name = ''] of content.matchAll(OPENING)) {
    if (grammarOf.has(name.toLowerCase())) languages.add(name.toLowerCase())
    if (languages.size >= LANGUAGES_MAX_COUNT) break
  }
  if (languages.size === 0) return undefined
  const highlighter = await core()
  for (const name of languages) {
    const grammar = grammarOf.get(name)
    if (grammar && !highlighter.getLanguage(grammar.id)) {
      highlighter.registerLanguage(grammar.id, (await grammar.load()).default)
    }
  }
  let left = HIGHLIGHTED_MAX_CHARS
  return (code, language) => {
    const id = grammarOf.get(language.toLowerCase())?.id
    if (id === undefined || !highlighter.getLanguage(id)) return undefined
    if (code.length > left || LONG_WORD.test(code)) return undefined
    left -= code.length
    return colour(highlighter, code, id)
  }
}

/** A piece of the library's output: the beginning of a scope, its end, or text. */
const PIECE = /<span class="([^"]*)">|<\/span>|([^<]+)/g

/** Writes code with the classes of Pygments, which clients of the public API have colours for. */
function colour(highlighter: Highlighter, code: string, language: string): string {
  const { value } = highlighter.highlight(code, { language, ignoreIllegals: true })
  const scopes: string[] = []
  const pieces: [text: string, name: string][] = []
  const add = (text: string, name: string): void => {
    const last = pieces.at(-1)
    // Punctuation that stands together is one piece to Pygments.
    if (last && last[1] === name && name === 'p') last[0] += text
    else pieces.push([text, name])
  }
  for (const [, scope, text] of value.matchAll(PIECE)) {
    if (scope !== undefined) scopes.push(scope)
    else if (text === undefined) scopes.pop()
    else {
      const plain = unescape(text)
      const name = classOf(scopes, plain, language)
      if (name === undefined) for (const [one, own] of splitPlain(plain, language)) add(one, own)
      else add(plain, name)
    }
  }
  return pieces.map(([text, name]) => spanOf(text, name)).join('')
}

function spanOf(text: string, name: string): string {
  return name === '' ? escapeHtml(text) : `<span class="${name}">${escapeHtml(text)}</span>`
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

function unescape(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (one) => REFERENCES[one] ?? one)
}
