import type { Given } from './page.ts'

/** Which of the texts were not read. */
export function lackedTexts({ markdown, failed }: Given, texts: readonly string[]): string[] {
  if (failed !== '') return [`error ${failed}`]
  const all = plainText(markdown)
  return texts.filter((text) => !all.includes(plainText(text))).map((text) => `text: ${text}`)
}

/** Which of the addresses are nowhere in the answer, the Markdown included. */
export function lackedAddresses(given: Given, addresses: readonly string[]): string[] {
  const all = given.markdown + given.besides
  return addresses.filter((address) => !all.includes(address)).map((at) => `address: ${at}`)
}

/** Either all texts are read, or the list of what is not shown has an entry of such a kind. */
export function lackedUnlessSaid(given: Given, texts: readonly string[], kinds: RegExp): string[] {
  const lacked = lackedTexts(given, texts)
  if (lacked.length === 0 || given.failed !== '' || saysNotShown(given, kinds)) return []
  return [`no word of it, and ${lacked[0]}`]
}

/** Whether the list of what is not shown has an entry that fits. */
export function saysNotShown({ result }: Given, kinds: RegExp): boolean {
  const list = result?.['notShown']
  return Array.isArray(list) && list.some((entry) => kinds.test(JSON.stringify(entry)))
}

/** Whether the answer says that it is not the whole page, in one of its ways. */
export function saysUnfinished({ result }: Given): boolean {
  if (result?.['unfinished'] === true || result?.['truncated'] === true) return true
  const list = result?.['notShown']
  return Array.isArray(list) && list.length > 0
}

/** How many rows of a list were read, numbered and named by a word that nothing else has. */
export function rowsOf({ markdown }: Given, word: string): number {
  return new Set(markdown.match(new RegExp(`${word} \\d+`, 'g'))).size
}

/** Fewer rows than there are, and no word of the others. */
export function lackedRows(given: Given, word: string, count: number): string[] {
  if (given.failed !== '') return [`error ${given.failed}`]
  const found = rowsOf(given, word)
  if (found === 0) return ['no rows']
  return found >= count || saysNotShown(given, LIST) ? [] : [`${found} of ${count} rows, no word`]
}

/** Fewer rows than opening the page must give. */
export function lackedOpenRows(given: Given, word: string, count: number): string[] {
  if (given.failed !== '') return [`error ${given.failed}`]
  const found = rowsOf(given, word)
  return found >= count ? [] : [`${found} of ${count} rows`]
}

/** Kinds of entries that a list that grows may have. */
const LIST = /list|row|grow|more|scroll|virtual|item|feed/i
/** Kinds of entries that folds may have. */
export const FOLD = /fold|tab|detail|accordion|expand|closed|collapsed|more/i

/** Text without signs of Markdown, on one line. */
export function plainText(text: string): string {
  return text
    .replaceAll(/[\\*_`]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
