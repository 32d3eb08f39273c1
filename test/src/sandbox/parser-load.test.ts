import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PageServer } from '../../support/page-server.ts'
import { CALLERS, FORMS, loadParsers, PARSERS, startKinds } from '../../support/parser-load.ts'

const TEST_MAX_MS = 300_000

let pages: PageServer
beforeAll(async () => {
  pages = await startKinds()
})
afterAll(async () => pages.close())

describe.each(FORMS)('parsers from %s', (form) => {
  describe.each(PARSERS)('%d of them', (cores) => {
    test.each(CALLERS)(
      'answer all of %d callers at once, cold and warm',
      async (callers) => {
        const machine = { cores, memory: { bytes: 16e9, from: 'machine' } } as const
        const load = await loadParsers({ form, machine, callers, pages })
        if (process.env['SHOW']) console.log(form, cores, callers, load)
        expect(load.refusals).toEqual([])
      },
      TEST_MAX_MS,
    )
  })
})
