import { mkdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openUsedServer, type UsedServer } from '../support/used-server.ts'
import { TEAM_PAGES } from '../support/web-pages.ts'
import { LOOKS } from '../support/web-people.ts'

let server: UsedServer
beforeAll(async () => {
  server = await openUsedServer()
})
afterAll(async () => server.people[Symbol.asyncDispose]())

/** Where pictures of the pages go, if somebody wants to look at them. */
const SHOTS = process.env['SHOTS']

describe.each(LOOKS)('in $theme, $width px wide', ({ theme, width }) => {
  test.each(TEAM_PAGES)(
    '%s breaks no rule of accessibility, fits and makes the browser complain of nothing',
    async (path, heading) => {
      const { owner, botId, channelId } = server
      await owner.wear({ theme, width })
      const hash = path.replace('BOT', String(botId)).replace('CHANNEL', String(channelId))
      await owner.open(hash, heading)
      if (SHOTS) {
        mkdirSync(SHOTS, { recursive: true })
        const name = `${path.replaceAll(/\W+/g, '-').slice(1)}-${theme}-${width}.png`
        await owner.page.setViewportSize({ width, height: 2_200 })
        await owner.page.screenshot({ path: `${SHOTS}/${name}` })
      }
      expect(await owner.judge()).toEqual([])
      expect(owner.complaints).toEqual([])
    },
  )
})
