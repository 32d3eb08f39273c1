import { afterAll, beforeAll, describe, test } from 'vitest'
import { chromiumProgram } from '../../support/browser-world.ts'
import { expectSaid, startUnshownPages, type UnshownSite } from '../../support/unshown-site.ts'

chromiumProgram()

/** One page of each kind; all of them: `test/long/browser/unshown.test.ts`. */
const KINDS =
  'element frameset framesetUnread frameRefused embedByScript downloadFramed panelThere detailsLazy box virtual requests waitMet application notice plain'.split(
    ' ',
  )

let site: UnshownSite
beforeAll(async () => {
  site = await startUnshownPages()
})
afterAll(async () => site.close())

describe('what a page has besides its text is said', () => {
  test.each(KINDS)('%s', async (name) => expectSaid(site, name))
})
