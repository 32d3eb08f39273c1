import { mkdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openUsedServer, type UsedServer } from '../support/used-server.ts'
import { LOOKS } from '../support/web-people.ts'

let server: UsedServer
beforeAll(async () => {
  server = await openUsedServer()
})
afterAll(async () => server.people[Symbol.asyncDispose]())

const PAGES: readonly (readonly [string, string | RegExp])[] = [
  ['#agents', 'Agents'],
  ['#agents/BOT', 'Deploy bot'],
  ['#people', 'People'],
  ['#groups', 'Groups'],
  ['#invites', 'Invitations'],
  ['#channels', 'Channels'],
  ['#channels/CHANNEL', '#general'],
  ['#organization', 'Organization'],
  ['#organization/emoji', 'Emoji'],
  ['#organization/linkifiers', 'Linkifiers'],
  ['#organization/fields', 'Profile fields'],
  ['#organization/domains', 'Domains'],
  ['#organization/webhooks', 'Webhooks'],
  ['#organization/data', 'Data'],
  ['#owner/money', 'Money'],
  ['#owner/server', 'Server'],
  ['#owner/tools', 'Tools'],
  ['#owner/tools/qr', 'Tools'],
]

/** Where pictures of the pages go, if somebody wants to look at them. */
const SHOTS = process.env['SHOTS']

describe.each(LOOKS)('in $theme, $width px wide', ({ theme, width }) => {
  test.each(PAGES)(
    '%s breaks no rule of accessibility, fits and makes the browser complain of nothing',
    async (path, heading) => {
      const { owner, botId, channelId } = server
      await owner.wear({ theme, width })
      const hash = path.replace('BOT', String(botId)).replace('CHANNEL', String(channelId))
      await owner.open(hash, heading)
      if (SHOTS) {
        mkdirSync(SHOTS, { recursive: true })
        const name = `${path.replaceAll(/\W+/g, '-').slice(1)}-${theme}-${width}.png`
        await owner.page.screenshot({ path: `${SHOTS}/${name}` })
      }
      expect(await owner.judge()).toEqual([])
      expect(owner.complaints).toEqual([])
    },
  )
})
