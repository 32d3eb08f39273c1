import type { PageSays } from '../pages/read.ts'
import type { FactsPage } from './page.ts'

/** What was made of the authors of a page; the last two are of pages that name none. */
export const AUTHOR_VERDICTS = [
  'right',
  'partial',
  'missing',
  'wrong',
  'rightly none',
  'invented',
] as const
export type AuthorVerdict = (typeof AUTHOR_VERDICTS)[number]

/** What was made of the day of a page; the last two are of pages that tell none. */
export const DATE_VERDICTS = ['right', 'missing', 'wrong', 'rightly none', 'invented'] as const
export type DateVerdict = (typeof DATE_VERDICTS)[number]

/** Compares names, joined by commas, with the truth: partial where one is right but not all of it. */
export function judgeAuthors(found: string, truth: readonly string[]): AuthorVerdict {
  if (truth.length === 0) return found === '' ? 'rightly none' : 'invented'
  if (found === '') return 'missing'
  const names = found.split(/\s*,\s*/).map((name) => name.normalize('NFC').toLowerCase())
  const wanted = truth.map((name) => name.normalize('NFC').toLowerCase())
  const same = wanted.every((name) => names.includes(name)) && names.length === wanted.length
  if (same) return 'right'
  const whole = found.normalize('NFC').toLowerCase()
  return wanted.some((name) => whole.includes(name)) ? 'partial' : 'wrong'
}

/** Compares a day with the truth. */
export function judgeDate(found: string, truth: string): DateVerdict {
  if (truth === '') return found === '' ? 'rightly none' : 'invented'
  if (found === '') return 'missing'
  return found.startsWith(truth) ? 'right' : 'wrong'
}

/** Whether the address of a page and of its picture are the right ones. */
export function judgeAddresses(
  page: FactsPage,
  { canonical, image }: PageSays,
): { canonical: boolean; image: boolean } {
  return {
    canonical: URL.parse(canonical)?.href === URL.parse(page.canonical)?.href,
    image: image === page.image,
  }
}

/** Whether the type of a page was found in its text: a thread is one anywhere, other pages are none by their address. */
export function isTypeRight({ authorKind, addressType }: FactsPage, found: string): boolean {
  return authorKind === 'thread' ? found === addressType : found !== addressType
}
