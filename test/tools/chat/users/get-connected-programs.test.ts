import { expect, test } from 'vitest'
import { canaries } from '../../../support/canaries.ts'
import { ok } from '../../../support/chat-world.ts'
import { OAuthClient } from '../../../support/oauth-client.ts'
import { OAuthPerson } from '../../../support/oauth-person.ts'
import { startOAuthWorld } from '../../../support/oauth-world.ts'

const { password } = canaries()

test('people see what they let in, and administrators what everybody did', async () => {
  await using world = await startOAuthWorld()
  const [ada, bea] = [
    await world.addPerson('Ada', password),
    await world.addPerson('Bea', password),
  ]
  const client = await OAuthClient.registered(world.url)
  await client.comeIn(new OAuthPerson(), { username: ada.email, password })
  const programs = [
    {
      program_id: expect.any(String),
      user_id: ada.id,
      name: 'Test program',
      client_id: client.id,
      redirect_host: 'http://127.0.0.1:4711',
      scopes: ['mcp', 'chat:write'],
      created: expect.any(Number),
      last_seen: expect.any(Number),
    },
  ]
  expect(ok(await ada.get('/connected_programs'))['programs']).toEqual(programs)
  expect(ok(await bea.get('/connected_programs'))['programs']).toEqual([])
  const all = { of_everybody: true }
  expect(await bea.get('/connected_programs', all)).toMatchObject({ status: 400 })
  expect(ok(await world.chat.owner.get('/connected_programs', all))['programs']).toEqual(programs)
})
