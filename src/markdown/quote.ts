/** A text as a Markdown quotation, so that code and lists that were cut in it do not run on. */
export function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}
