import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeUser } from '../../../../../src/chat/users/accounts/change-user.ts'
import { chatAccounts } from '../../../../../src/chat/users/agents/accounts.ts'
import { tempDir } from '../../../../support/bellhop.ts'
import { type ChatWorld, ok, startChatWorld } from '../../../../support/chat-world.ts'

const dir = tempDir()
let world: ChatWorld

beforeAll(async () => {
  world = await startChatWorld()
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  dir[Symbol.dispose]()
})

const accounts = (name?: string) =>
  chatAccounts({ open: async () => world.chat, folder: dir.path, name })
const local = { caller: undefined, isLocal: true }
const keyFile = (slug: string) => join(dir.path, `${slug}.key`)

test('a local program has a bot of its name: a member that hears of the first channel', async () => {
  const actor = await accounts().actorOf({ ...local, program: 'Claude Desktop\u202E' })
  expect(actor).toMatchObject({
    client: 'Claude Desktop',
    user: {
      full_name: 'claude-desktop',
      email: 'claude-desktop-agent@chat.test',
      is_bot: 1,
      role: 400,
      bot_owner_id: world.owner.id,
    },
  })
  const mine = ok(await world.owner.get('/users/me/subscriptions', { include_subscribers: true }))
  expect(mine['subscriptions']).toMatchObject([
    { name: 'general', subscribers: [world.owner.id, actor?.user.id] },
  ])
})

test('programs that start at once share the account and its key, which signs in', async () => {
  const actors = await Promise.all(
    Array.from({ length: 8 }, async () => accounts().actorOf({ ...local, program: 'twins' })),
  )
  expect(new Set(actors.map((actor) => actor?.user.id)).size).toBe(1)
  const key = readFileSync(keyFile('twins'), 'utf8').trim()
  const { user } = await world.chat.signIn({ email: undefined, key }, 'test')
  expect(user.id).toBe(actors[0]?.user.id)
})

test('whoever names nothing is called agent, and a setting names everybody', async () => {
  const nameless = await accounts().actorOf({ ...local, program: undefined })
  expect(nameless?.user.full_name).toBe('agent')
  const strange = await accounts().actorOf({ ...local, program: '../../x\0' })
  expect(strange?.user.full_name).toBe('x')
  const named = await accounts('Porter').actorOf({ ...local, program: 'cursor' })
  expect(named).toMatchObject({ client: 'cursor', user: { full_name: 'porter' } })
})

test('a person’s account is not taken over, whatever a program calls itself', async () => {
  await world.add('Eve', { email: 'eve-agent@chat.test' })
  await expect(accounts().actorOf({ ...local, program: 'eve' })).rejects.toMatchObject({
    code: 'unauthorized',
  })
  const session = { ...local, program: 'eve', session: 'a' }
  const beside = accounts()
  expect(await beside.actorOf(session)).toMatchObject({
    user: { full_name: 'eve 2', email: 'eve.2-agent@chat.test', is_bot: 1 },
  })
  await beside.close()
  const { user } = await world.add('Kim', { email: 'kim-key@chat.test' })
  await expect(
    accounts().actorOf({ caller: 'kim', program: 'x', isLocal: false }),
  ).rejects.toMatchObject({ code: 'unauthorized' })
  expect(user.is_bot).toBe(0)
})

test('an emptied key file is no key', async () => {
  mkdirSync(dir.path, { recursive: true })
  writeFileSync(keyFile('hollow'), '\n')
  await expect(accounts().actorOf({ ...local, program: 'hollow' })).rejects.toMatchObject({
    code: 'internal',
    hint: expect.stringContaining('remove the key file'),
  })
})

test('a deactivated agent stays out', async () => {
  const actor = await accounts().actorOf({ ...local, program: 'former' })
  await changeUser(world.chat, actor?.user.email ?? '', { is_active: false })
  await expect(accounts().actorOf({ ...local, program: 'former' })).rejects.toMatchObject({
    specCode: 'USER_DEACTIVATED',
  })
})

test('keys of the key file have accounts of their own, by name or by e-mail', async () => {
  const remote = { program: 'cursor', isLocal: false }
  const mine = await accounts().actorOf({ ...remote, caller: 'Team' })
  const other = await accounts().actorOf({ ...remote, caller: 'team' })
  const localTeam = await accounts('team').actorOf({ ...local, program: 'x' })
  const ids = [mine, other, localTeam].map((actor) => actor?.user.id)
  expect(new Set(ids).size).toBe(3)
  expect(await accounts().actorOf({ ...remote, caller: 'Team' })).toMatchObject({
    user: { id: ids[0] },
  })
  const ada = await world.add('Ada')
  expect(await accounts().actorOf({ ...remote, caller: 'Ada@example.com' })).toMatchObject({
    user: { id: ada.id },
  })
  await expect(
    accounts().actorOf({ ...remote, caller: 'nobody@example.com' }),
  ).rejects.toMatchObject({ code: 'unauthorized' })
})

test('whoever holds a key may go by names of their own, not by too many', async () => {
  const session = { caller: 'crew', program: 'x', isLocal: false }
  const idOf = async (asker: Parameters<ReturnType<typeof accounts>['actorOf']>[0]) =>
    (await accounts().actorOf(asker))?.user.id
  const plain = await idOf(session)
  const cook = await idOf({ ...session, chatName: '料理人' })
  expect(await idOf({ ...session, chatName: ' 料理人! ' })).toBe(cook)
  expect(cook).not.toBe(plain)
  expect(await idOf({ ...session, caller: 'other', chatName: '料理人' })).not.toBe(cook)
  for (let more = 2; more <= 20; more++) await idOf({ ...session, chatName: `mate ${more}` })
  await expect(idOf({ ...session, chatName: 'one more' })).rejects.toThrow(/20 chat names already/)
  expect(await idOf({ ...session, chatName: '料理人' })).toBe(cook)
  const bob = await world.add('Bo')
  const caller = (await accounts().callerOf(bob.key))?.caller
  expect(await idOf({ ...session, caller, chatName: 'Boss' })).toBe(bob.id)
})

test('an API key is its account, and nothing else is', async () => {
  const bob = await world.add('Bob')
  const caller = (await accounts().callerOf(bob.key))?.caller
  expect(await accounts().actorOf({ caller, program: 'x', isLocal: false })).toMatchObject({
    user: { id: bob.id },
  })
  for (const key of ['', 'x', 'x'.repeat(32), `${bob.key} `]) {
    expect(await accounts().callerOf(key)).toBeUndefined()
  }
  expect(
    await accounts().actorOf({ caller: undefined, program: 'x', isLocal: false }),
  ).toBeUndefined()
})
