import type { Attributes } from '../../markup/html/tokens/attributes.ts'
import { CODE_LANGUAGES } from '../../markup/html/tokens/script-attributes.ts'

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

/** The language that an element names which is code, or is in or around it, as written there; empty for none. */
export function statedLanguage(name: string, attributes: Attributes): string {
  const stated =
    CODE_LANGUAGES.map((each) => attributes[each]).find((value) => value !== undefined) ??
    (name === 'pre' || name === 'code' ? attributes['lang'] : undefined)
  const className = attributes['class'] ?? ''
  const found = stated ?? NAMED.exec(className)?.[1] ?? bareLanguage(className)
  const language = found.trim().replace(/^source[.-]/i, '')
  return NAME.test(language) ? language : ''
}

/** Whether the classes of an element are those of a box of code. */
export function isBoxOfCode({ class: className = '' }: Attributes): boolean {
  return BESIDE.test(className)
}

function bareLanguage(className: string): string {
  if (!BESIDE.test(className)) return ''
  return className.split(/\s+/, 20).find((word) => LANGUAGES.has(word.toLowerCase())) ?? ''
}
