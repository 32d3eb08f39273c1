/** Something that may stand in place of what is being typed. */
export interface Suggestion {
  text: string
  label: string
  hint?: string
}
