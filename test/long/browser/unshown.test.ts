import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumProgram } from '../../support/browser-world.ts'
import { UNSHOWN_PAGES } from '../../support/unshown-pages.ts'
import { expectSaid, startUnshownPages, type UnshownSite } from '../../support/unshown-site.ts'

chromiumProgram()

let site: UnshownSite
beforeAll(async () => {
  site = await startUnshownPages()
})
afterAll(async () => site.close())

describe('what a page has besides its text is said', () => {
  test('of many kinds of pages', () => {
    expect(Object.keys(UNSHOWN_PAGES).length).toBeGreaterThanOrEqual(60)
  })
  test.each(Object.keys(UNSHOWN_PAGES))('%s', async (name) => expectSaid(site, name))
})
