import { readFileSync } from 'node:fs'
import { type BenchPage, benchPages } from '../data.ts'

/** Truth of a WCXB page; null or empty where the page has none. */
export interface WcxbTruth {
  url: string
  title: string | null
  author: string | null
  date: string | null
}

/** Truth of a page of Mozilla's Readability: what Readability itself finds. */
export interface MozillaTruth {
  url: string
  meta: {
    title?: string | null
    byline?: string | null
    siteName?: string | null
    lang?: string | null
    publishedTime?: string | null
  }
}

/** A page with its bytes in memory, since every pass over the data reads them again. */
export interface LoadedPage<Truth> extends BenchPage<Truth> {
  bytes: Uint8Array
}

/** The pages of one archive of `BENCH_DATA`, read. */
export async function loadedPages<Truth extends { url: string }>(
  archive: string,
): Promise<LoadedPage<Truth>[]> {
  const pages = await benchPages<Truth>(archive)
  return pages.map((page) => ({ ...page, bytes: readFileSync(page.file) }))
}
