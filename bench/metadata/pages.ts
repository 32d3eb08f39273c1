import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BenchPage, benchPages, unpackedFolder } from '../data.ts'

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

/** A page of htmldate's evaluation set: the day of publication or last change, null where it has none. */
export interface DatedPage {
  url: string
  file: string
  date: string | null
}

/** The dated pages, read. */
export async function datedPages(): Promise<LoadedPage<DatedPage>[]> {
  const folder = join(await unpackedFolder('extraction/dates-dev.tar.xz'), 'dates')
  const truths = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as DatedPage[]
  return truths.map((truth) => {
    const file = join(folder, 'html', truth.file)
    const url = URL.canParse(truth.url) ? truth.url : 'https://example.com/'
    return { id: truth.file, file, url, truth, bytes: readFileSync(file) }
  })
}
