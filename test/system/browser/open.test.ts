import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FoldedSite, startFoldedPages } from '../../support/folded-site.ts'

let site: FoldedSite
beforeAll(async () => {
  site = await startFoldedPages()
})
afterAll(async () => site.close())

describe('open: true opens what only shows more, sends nothing and stays', () => {
  // All of them: `test/long/browser/folded.test.ts`.
  test.each(['exclusive', 'addressedTabs', 'component', 'more', 'virtualTable'])(
    '%s',
    async (name) => {
      expect(await site.faultsOf(name)).toEqual([])
    },
  )
})
