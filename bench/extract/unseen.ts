import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { BenchPage } from '../data.ts'
import { domainOf } from '../train/dataset.ts'

/** The pages left of a set, and those taken out. */
export interface Unseen<Truth> {
  /** Pages of which neither the content nor the domain is known, no two alike. */
  pages: BenchPage<Truth>[]
  /** Pages that are equal, but for white space, to a known one or to an earlier one of the set. */
  copies: number
  /** Other pages of domains that are known. */
  ofKnownDomains: number
}

/** Returns the pages without those that repeat an earlier one. */
export function withoutCopies<Truth>(pages: readonly BenchPage<Truth>[]): BenchPage<Truth>[] {
  const known = new Set<string>()
  return pages.filter(({ file }) => {
    const content = contentOf(file)
    if (known.has(content)) return false
    known.add(content)
    return true
  })
}

/** Returns the pages that a model which learned from `known` has not seen, by content and by domain. */
export function unseenPages<Truth>(
  pages: readonly BenchPage<Truth>[],
  known: readonly BenchPage<unknown>[],
): Unseen<Truth> {
  const contents = new Set(known.map(({ file }) => contentOf(file)))
  const domains = new Set(known.map(({ url }) => domainOf(url)))
  const fresh = withoutCopies(pages).filter(({ file }) => !contents.has(contentOf(file)))
  const unseen = fresh.filter(({ url }) => !domains.has(domainOf(url)))
  return {
    pages: unseen,
    copies: pages.length - fresh.length,
    ofKnownDomains: fresh.length - unseen.length,
  }
}

/** How many owners the pages have. */
export function countDomains(pages: readonly BenchPage<unknown>[]): number {
  return new Set(pages.map(({ url }) => domainOf(url))).size
}

function contentOf(file: string): string {
  const bytes = readFileSync(file)
  return createHash('sha256').update(bytes.toString('latin1').replaceAll(/\s+/g, ' ')).digest('hex')
}
