import { beforeEach, expect, test } from 'vitest'
import { chatAccounts } from '../../../../../src/chat/users/agents/accounts.ts'
import { tempDir } from '../../../../support/bellhop.ts'
import { bob, owner, robot, startChatForEach, world } from '../../../../support/chat-people.ts'
import { ok } from '../../../../support/chat-world.ts'

startChatForEach('Bob', 'Robot')

let folder: string
beforeEach(() => {
  const dir = tempDir()
  folder = dir.path
  return () => dir[Symbol.dispose]()
})

const nameOf = async (program: string, caller?: string): Promise<string> => {
  const accounts = chatAccounts({ open: async () => world.chat, folder, name: undefined })
  const actor = await accounts.actorOf({ caller, program, isLocal: caller === undefined })
  return actor?.user.full_name ?? ''
}
const currentName = async (email: string): Promise<string> => {
  const { user } = ok(await owner.get(`/users/${email}`))
  return (user as { full_name: string }).full_name
}

test.each([
  ['Owner', 'owner (agent)'],
  [' OWNER ', 'owner (agent)'],
  ['O w n e r', 'o-w-n-e-r (agent)'],
  ['\u041Ewner', '\u043Ewner (agent)'],
  ['Öwner', 'öwner (agent)'],
  ['Notification Bot', 'notification-bot (agent)'],
  ['robot', 'robot (agent)'],
  ['everyone', 'everyone (agent)'],
  ['all', 'all (agent)'],
  ['Owner 2', 'owner-2'],
])('a program that calls itself %j is %j', async (given, name) => {
  expect(await nameOf(given)).toBe(name)
})

test('keys do not go by the name of a person either, and agents not by that of each other', async () => {
  expect(await nameOf('x', 'bob')).toBe('bob (agent)')
  expect(await nameOf('bob')).toBe('bob (agent) 2')
  expect(await nameOf('crew')).toBe('crew')
  expect(await nameOf('\u0441rew')).toBe('\u0441rew (agent)')
})

test('a person whose name an agent has goes first, by joining and by a new name', async () => {
  expect(await nameOf('cursor')).toBe('cursor')
  expect(await nameOf('carol')).toBe('carol')
  const queue = await owner.register({ event_types: ['realm_user'] })
  await world.add('Cursor')
  ok(await bob.patch('/settings', { full_name: 'Carol' }))
  expect(await currentName('cursor-agent@chat.test')).toBe('cursor (agent)')
  expect(await currentName('carol-agent@chat.test')).toBe('carol (agent)')
  const renamed = (await owner.events(queue)).flatMap(({ person }) => person?.full_name ?? [])
  expect(renamed).toEqual(['Cursor', 'cursor (agent)', 'Carol', 'carol (agent)'])
  expect(await nameOf('cursor')).toBe('cursor (agent)')
})

test('an agent cannot take the name of a person by changing its own', async () => {
  for (const full_name of ['Owner', 'b\u043Eb', 'channel']) {
    expect(await robot.patch('/settings', { full_name })).toMatchObject({
      result: 'error',
      msg: 'Name is already in use.',
    })
  }
  ok(await robot.patch('/settings', { full_name: 'ROBOT' }))
  ok(await owner.patch(`/users/${robot.id}`, { full_name: 'Bob' }))
})
