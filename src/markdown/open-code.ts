/** A block of code, or a code span, that is open. */
export interface OpenCode {
  element: string
  isBlock: boolean
  text: string
  language: string
  depth: number
  /** Whether nothing stands in it yet: the line break after `<pre>` belongs to the markup. */
  isFresh: boolean
}

/** Adds text to open code as it stands in the HTML. */
export function addToCode(code: OpenCode, text: string): void {
  code.text += code.isFresh ? text.replace(/^\r?\n/, '') : text
  code.isFresh = false
}
