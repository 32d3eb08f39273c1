import { expect, test } from 'vitest'
import { administerChat } from '../../../../src/cli/commands/chat.ts'
import { canaries } from '../../../support/canaries.ts'
import { ok } from '../../../support/chat-world.ts'
import { OAuthClient, statusWith } from '../../../support/oauth-client.ts'
import { OAuthPerson } from '../../../support/oauth-person.ts'
import { startOAuthWorld } from '../../../support/oauth-world.ts'

const { password } = canaries()

test('whoever let a program in sees and ends it, and so does an administrator', async () => {
  await using world = await startOAuthWorld()
  const { owner, chat } = world.chat
  const [ada, bea] = [
    await world.addPerson('Ada', password),
    await world.addPerson('Bea', password),
  ]
  const client = await OAuthClient.registered(world.url)
  const tokenOf = async ({ email: username }: { email: string }) =>
    (await client.comeIn(new OAuthPerson(), { username, password })).access_token
  const programsOf = async (who: typeof ada, fields = {}) =>
    ok(await who.get('/connected_programs', fields))['programs'] as { program_id: string }[]

  const tokens = [await tokenOf(ada), await tokenOf(bea)] as const
  expect(await programsOf(ada)).toEqual([
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
  ])
  const [program] = await programsOf(ada)
  const end = `/connected_programs/${program?.program_id}`
  expect(await bea.delete(end)).toMatchObject({ status: 404 })
  expect(await statusWith(world.mcpUrl, tokens[0])).toBe(200)
  ok(await ada.delete(end))
  expect(await statusWith(world.mcpUrl, tokens[0])).toBe(401)
  expect(await programsOf(ada)).toEqual([])
  expect(await ada.delete(end)).toMatchObject({ status: 404 })

  expect(await bea.get('/connected_programs', { of_everybody: true })).toMatchObject({
    status: 400,
  })
  const [other] = await programsOf(owner, { of_everybody: true })
  ok(await owner.delete(`/connected_programs/${other?.program_id}`))
  expect(await statusWith(world.mcpUrl, tokens[1])).toBe(401)

  const again = await tokenOf(bea)
  const key = { path: '', keep: async () => {}, read: async () => undefined } as never
  const listed = await administerChat(chat, ['programs', bea.email], key)
  expect(listed).toMatch(/\tmcp chat:write\tTest program\t/)
  await administerChat(chat, ['programs', 'end', listed.split('\t', 1)[0] ?? ''], key)
  expect(await statusWith(world.mcpUrl, again)).toBe(401)
  expect(await administerChat(chat, ['programs'], key)).toBe('')
})
