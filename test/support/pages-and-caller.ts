import { afterAll, beforeAll } from 'vitest'
import { type Caller, callWith } from './call.ts'
import { type Page, type PageServer, startPageServer } from './page-server.ts'

/** The server of the pages, once `servePagesToCaller` was called. */
export let server: PageServer
/** Calls operations that may fetch from it. */
export let caller: Caller

/** Serves pages to a caller for all tests of a file. */
export function servePagesToCaller(pages: Readonly<Record<string, Page>>): void {
  beforeAll(async () => {
    server = await startPageServer(pages)
    caller = callWith()
  })
  afterAll(async () => {
    await caller.close()
    await server.close()
  })
}
