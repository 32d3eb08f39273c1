import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Fetched, FetchOptions } from '../../src/contract/net.ts'
import type { DiskSpace } from '../../src/lib/disk-space.ts'
import { createLog } from '../../src/lib/log.ts'
import { pagesOnDemand } from '../../src/net/cache/open.ts'
import { tempDir } from './bellhop.ts'
import { createLocalFetch } from './local-fetch.ts'
import { type Page, type PageServer, startPageServer } from './page-server.ts'
import { PATIENCE_MS } from './patience.ts'

export const log = createLog('silent')
/** When every instance of a test begins, in milliseconds. */
export const START = Date.parse('2026-01-02T03:04:05Z')
export const HOUR_S = 3_600
export const TEXT = 'Low tide. '.repeat(40)

/** One instance: a guarded fetch with a cache in that folder, and a clock that tests move. */
export function instance({
  folder,
  diskMaxBytes = 1_000_000,
  diskMaxCount = 100,
  allowHosts = ['127.0.0.1'],
  disk,
}: {
  folder?: string | undefined
  diskMaxBytes?: number
  diskMaxCount?: number
  allowHosts?: readonly string[]
  disk?: DiskSpace
} = {}) {
  let now = START
  const pages = pagesOnDemand({ folder, diskMaxBytes, diskMaxCount, disk, now: () => now, log })
  const fetch = createLocalFetch({ allowHosts, userAgent: 'Bellhop/test', log, pages })
  return {
    get: async (
      url: string,
      maxAgeS: number | undefined = HOUR_S,
      options: Partial<FetchOptions> & { owner?: string } = {},
    ): Promise<Fetched> => {
      const { owner = '', ...rest } = options
      const cache = { cache: { maxAgeS, owner } }
      return fetch(url, {
        signal: AbortSignal.timeout(PATIENCE_MS),
        accept: 'text/html',
        ...cache,
        ...rest,
      })
    },
    plain: async (url: string) => fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) }),
    pass: (seconds: number) => void (now += 1000 * seconds),
  }
}

/** Serves pages until the test is over. */
export async function serve(pages: Record<string, Page>): Promise<PageServer> {
  const server = await startPageServer(pages)
  onTestFinished(async () => server.close())
  return server
}
/** A page with these headers. */
export const page = (headers: Record<string, string> = {}, body = TEXT): Page => ({ headers, body })
/** A folder for copies that is not there yet. */
export const folderOf = (): string => {
  const dir = tempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  return join(dir.path, 'cache')
}
export const bodyText = ({ body }: Pick<Fetched, 'body'>): string => Buffer.from(body).toString()
