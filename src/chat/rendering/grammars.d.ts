/** A grammar of the highlighter, which only it reads. */
export interface Grammar {
  readonly name?: string
}

/** The highlighter, as far as it is used. */
export interface Highlighter {
  newInstance(): Highlighter
  registerLanguage(name: string, grammar: Grammar): void
  getLanguage(name: string): Grammar | undefined
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string }
}

/** Loads the highlighter without any language. */
export function loadCore(): Promise<{ default: Highlighter }>

/** Names of languages that authors write, and what loads the grammar that reads them. */
export const GRAMMARS: readonly (readonly [
  names: string,
  load: () => Promise<{ default: Grammar }>,
])[]
