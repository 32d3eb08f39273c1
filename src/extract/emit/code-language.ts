import { CODE_LANGUAGES } from '../../markup/html/tokens/script-attributes.ts'
import { visitNodes, type ElementNode } from '../../markup/html/tree/node.ts'

const LEVELS_MAX_COUNT = 3
const AROUND_MAX_LEVELS = 7
const LOOK_MAX_NODES = 500
const NAME = /^[\w+#.-]{1,30}$/
/** `language-js`, `lang-js`, `highlight-source-js`, `src-js`, `brush: js`. */
const NAMED =
  /(?:^|\s)(?:language-|lang-|highlight-(?:source-|text-)?|src-|brush:\s*|codehilite-|cm-s-lang-)(?!name(?:\s|$))([\w+#.-]{1,30})/i
/** Classes that stand beside the bare name of the language. */
const BESIDE =
  /(?:^|\s)(?:hljs|sourcecode|prettyprint|highlight|prism|prism-code|chroma|shiki|code|syntaxhighlighter|codehilite|source|src|programlisting|sourceCode|CodeMirror|ace_editor|literal-block)(?:\s|$)/i
/** Bare classes that are languages; any other word may be anything. */
const LANGUAGES = new Set(
  (
    'bash sh shell zsh powershell c cpp c++ csharp cs css scss less clojure coffeescript dart diff dockerfile elixir ' +
    'elm erlang fortran fsharp go golang graphql groovy haskell html http ini java javascript js jsx json json5 julia ' +
    'kotlin latex lisp lua makefile markdown matlab nginx nix objectivec ocaml perl php python py r ruby rb rust rs ' +
    'scala scheme sql swift tcl tex toml ts tsx typescript vim vue wasm xml yaml yml zig'
  ).split(' '),
)
/** Names that say that there is none. */
const NONE = new Set(
  'none text plain plaintext txt default auto undefined unknown nohighlight no-highlight raw notranslate highlight source code fenced'.split(
    ' ',
  ),
)

/** The language that a block of code, what is first in it or what is around it names; empty for none. */
export function codeLanguage(block: ElementNode): string {
  const inside = block.name === 'pre' || block.name === 'code' ? firstIn(block) : codeIn(block)
  const own = inside === undefined ? '' : languageOf(inside)
  if (own !== '') return NONE.has(own) ? '' : own
  let element: ElementNode | undefined = block
  for (let level = 0; level < AROUND_MAX_LEVELS && element; level += 1) {
    // What is further away is about the page rather than about the code.
    const isNear = level < LEVELS_MAX_COUNT || BESIDE.test(element.attributes['class'] ?? '')
    const language = isNear ? languageOf(element) : ''
    if (language !== '') return NONE.has(language) ? '' : language
    element = element.parent
  }
  return ''
}

function firstIn({ first }: ElementNode): ElementNode | undefined {
  let inside = first
  while (inside?.isText && inside.data.trim() === '') inside = inside.next
  return inside?.isText === false ? inside : undefined
}

/** The first code in a table or box of code that names its language. */
function codeIn(box: ElementNode): ElementNode | undefined {
  let found: ElementNode | undefined
  let count = 0
  visitNodes(box, (node) => {
    count += 1
    if (!node.isText && (node.name === 'pre' || node.name === 'code') && languageOf(node) !== '') {
      found ??= node
    }
    return found === undefined && count < LOOK_MAX_NODES
  })
  return found
}

function languageOf({ name, attributes }: ElementNode): string {
  const stated =
    CODE_LANGUAGES.map((each) => attributes[each]).find((value) => value !== undefined) ??
    (name === 'pre' || name === 'code' ? attributes['lang'] : undefined)
  const className = attributes['class'] ?? ''
  const found = stated ?? NAMED.exec(className)?.[1] ?? bareLanguage(className)
  const language = found
    .trim()
    .toLowerCase()
    .replace(/^source[.-]/, '')
  return NAME.test(language) ? language : ''
}

function bareLanguage(className: string): string {
  if (!BESIDE.test(className)) return ''
  return className.split(/\s+/, 20).find((word) => LANGUAGES.has(word.toLowerCase())) ?? ''
}
