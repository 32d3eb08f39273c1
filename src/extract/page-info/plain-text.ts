import { visibleText } from '../../markup/html/visible-text.ts'

const PLAIN_TEXT_MAX_CHARS = 20_000

/** Text with runs of white space as one space, none at the ends. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** One line of text from a value that may hold HTML: tags dropped, entities decoded. */
export function plainText(value: string): string {
  const short = value.slice(0, PLAIN_TEXT_MAX_CHARS)
  return oneLine(/[<&]/.test(short) ? visibleText(short) : short)
}
