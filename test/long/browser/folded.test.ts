import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FOLDED_PAGES } from '../../support/folded-pages.ts'
import { type FoldedSite, startFoldedPages } from '../../support/folded-site.ts'

let site: FoldedSite
beforeAll(async () => {
  site = await startFoldedPages()
})
afterAll(async () => site.close())

describe('open: true opens what only shows more, sends nothing and stays', () => {
  test.each(Object.keys(FOLDED_PAGES))('%s', async (name) => {
    expect(await site.faultsOf(name)).toEqual([])
  })
})
