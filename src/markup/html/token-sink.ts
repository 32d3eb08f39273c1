import type { Attributes } from './attributes.ts'

/** What `tokenize` reports of a document, in order. */
export interface TokenSink {
  /** Longest value of an attribute that is read; longer ones are left out. */
  readonly attributeMaxChars?: number | undefined
  /** Whether nothing more is to be read. */
  readonly isOver?: boolean
  /** Whether the attributes of a tag that is about to start will be looked at; reading them takes time. */
  wantsAttributes(name: string): boolean
  /** The same of all attributes of a name, of which `bits` say what is known, see `Has`. */
  wantsAttribute(name: string, bits: number): boolean
  /** Inside of a drawing or a formula, where other rules hold. */
  isInForeignContext(): boolean
  /** Text, character references decoded. */
  text(text: string): void
  /** Names in lower case, values decoded, the first of each name; `bits` of all these attributes together. */
  start(name: string, attributes: Attributes, isSelfClosing: boolean, bits: number): void
  end(name: string): void
}
