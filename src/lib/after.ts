/** The place behind a mark that is looked for from a place on; the end of the text where it is missing. */
export function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at === -1 ? text.length : at + mark.length
}
