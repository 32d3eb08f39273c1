import { expect, test } from 'vitest'
import { administerChat } from '../../../../src/cli/commands/chat.ts'
import { canaries } from '../../../support/canaries.ts'
import { ok } from '../../../support/chat-world.ts'
import { OAuthClient, statusWith } from '../../../support/oauth-client.ts'
import { OAuthPerson } from '../../../support/oauth-person.ts'
import { startOAuthWorld } from '../../../support/oauth-world.ts'

const { password } = canaries()

test('whoever let a program in ends its access, and so do administrators and the operator', async () => {
  await using world = await startOAuthWorld()
  const { owner, chat } = world.chat
  const bea = await world.addPerson('Bea', password)
  const ada = await world.addPerson('Ada', password)
  const client = await OAuthClient.registered(world.url)
  const browser = new OAuthPerson()
  const letIn = async () => {
    const manners = { username: bea.email, password }
    const { access_token } = await client.comeIn(browser, manners)
    expect(await statusWith(world.mcpUrl, access_token)).toBe(200)
    const [program] = ok(await bea.get('/connected_programs'))['programs'] as {
      program_id: string
    }[]
    return { access_token, id: program?.program_id ?? '' }
  }

  const first = await letIn()
  expect(await ada.delete(`/connected_programs/${first.id}`)).toMatchObject({ status: 404 })
  ok(await bea.delete(`/connected_programs/${first.id}`))
  expect(await statusWith(world.mcpUrl, first.access_token)).toBe(401)
  expect(await bea.delete(`/connected_programs/${first.id}`)).toMatchObject({ status: 404 })

  const second = await letIn()
  ok(await owner.delete(`/connected_programs/${second.id}`))
  expect(await statusWith(world.mcpUrl, second.access_token)).toBe(401)

  const third = await letIn()
  const ownerKey = { path: '', keep: async () => {}, read: async () => undefined } as never
  const command = async (...words: string[]) =>
    administerChat(chat, ['programs', ...words], ownerKey)
  expect(await command(bea.email)).toMatch(
    new RegExp(`^${third.id}\t.*\tmcp chat:write\tTest program\t`),
  )
  await command('end', third.id)
  expect(await statusWith(world.mcpUrl, third.access_token)).toBe(401)
  expect(await command()).toBe('')
})
