import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reader } from '../../../../../src/chat/kernel/unit-of-work.ts'
import { bootstrap } from '../../../../../src/chat/organization/bootstrap.ts'
import { changeUser } from '../../../../../src/chat/users/accounts/change-user.ts'
import { chatAccounts } from '../../../../../src/chat/users/agents/accounts.ts'
import { findProcessPlace } from '../../../../../src/lib/process-place.ts'
import { tempDir } from '../../../../support/bellhop.ts'
import { onBothDatabases } from '../../../../support/both-databases.ts'
import { type ChatWorld, ok, startChatWorld } from '../../../../support/chat-world.ts'

const HELD_SECONDS = 120

await onBothDatabases((backend) => {
  describe('sessions of programs at two processes on one store', () => {
    let dir: ReturnType<typeof tempDir>
    let worlds: ChatWorld[]
    let all: ReturnType<typeof chatAccounts>[]

    beforeEach(async () => {
      dir = tempDir()
      const location = backend.newLocation()
      const first = await startChatWorld({ store: await backend.open(location) })
      const owner = { email: first.owner.email, key: first.owner.key }
      worlds = [first, await startChatWorld({ store: await backend.open(location), owner })]
      all = []
    })
    afterEach(async () => {
      for (const accounts of all) await accounts.close()
      for (const world of worlds) await world[Symbol.asyncDispose]()
      dir[Symbol.dispose]()
    })

    /** What a process has that serves sessions. */
    const accountsAt = (process: number) => {
      const { chat } = worlds[process]!
      const accounts = chatAccounts({ open: async () => chat, folder: dir.path, name: undefined })
      all.push(accounts)
      return accounts
    }
    const userOf = async (
      accounts: ReturnType<typeof chatAccounts>,
      session: string,
      program = 'claude-code',
    ) => {
      const actor = await accounts.actorOf({ caller: undefined, isLocal: true, program, session })
      if (!actor) throw new Error('There is no account.')
      return actor.user
    }
    const nameOf = async (...args: Parameters<typeof userOf>) => (await userOf(...args)).full_name

    test('have an account each, and the lowest free number', async () => {
      const [one, other] = [accountsAt(0), accountsAt(1)]
      expect(await nameOf(one, 'a')).toBe('claude-code')
      expect(await nameOf(other, 'b')).toBe('claude-code 2')
      expect(await nameOf(one, 'c')).toBe('claude-code 3')
      expect(await nameOf(one, 'd', 'cursor')).toBe('cursor')
      const second = await userOf(other, 'b')
      expect(second).toMatchObject({ email: 'claude-code.2-agent@chat.test', is_bot: 1 })
      await one.endSession('a')
      await other.endSession('b')
      expect(await nameOf(one, 'c')).toBe('claude-code 3')
      expect(await nameOf(other, 'e')).toBe('claude-code')
      expect(await userOf(one, 'f')).toMatchObject({ id: second.id })
    })

    test('twenty that start at once have twenty accounts', async () => {
      const processes = Array.from({ length: 20 }, (_, at) => accountsAt(at % 2))
      const users = await Promise.all(processes.map(async (one) => userOf(one, 'a', 'swarm')))
      expect(new Set(users.map(({ id }) => id)).size).toBe(20)
      const names = ['swarm', ...Array.from({ length: 19 }, (_, at) => `swarm ${at + 2}`)]
      expect(users.map(({ full_name }) => full_name).toSorted()).toEqual(names.toSorted())
    })

    // Many that start together would wait for each other long enough to be refused.
    test('ask for the right to write once, with a key for a new account', async () => {
      const { chat } = worlds[0]!
      const write = vi.spyOn(chat.store, 'write')
      expect(await bootstrap(chat)).toBeUndefined()
      expect(write).toHaveBeenCalledTimes(0)
      const one = accountsAt(0)
      const { id } = await userOf(one, 'a')
      expect(write).toHaveBeenCalledTimes(1)
      const key = readFileSync(join(dir.path, 'claude-code.key'), 'utf8').trim()
      expect(await chat.signIn({ email: undefined, key }, 'test')).toMatchObject({ user: { id } })
      await one.endSession('a')
      write.mockClear()
      expect(await userOf(one, 'b')).toMatchObject({ id })
      expect(write).toHaveBeenCalledTimes(1)
    })

    test('keep their account through calls at once, and through silence nobody used', async () => {
      const one = accountsAt(0)
      const users = await Promise.all(Array.from({ length: 8 }, async () => userOf(one, 'a')))
      expect(new Set(users.map(({ id }) => id)).size).toBe(1)
      for (const world of worlds) world.pass(HELD_SECONDS * 10)
      expect(await userOf(one, 'a')).toMatchObject({ id: users[0]?.id })
      expect(await nameOf(accountsAt(1), 'b')).toBe('claude-code 2')
    })

    test('keep it for longer with every sign of life of their process', async () => {
      const one = accountsAt(0)
      await userOf(one, 'a')
      await userOf(one, 'b')
      for (const world of worlds) world.pass(HELD_SECONDS - 1)
      await one.endSession('b')
      for (const world of worlds) world.pass(HELD_SECONDS - 1)
      expect(await nameOf(accountsAt(1), 'c')).toBe('claude-code 2')
    })

    test('lose it after a silence in which another took it, and share it with nobody', async () => {
      const one = accountsAt(0)
      const first = await userOf(one, 'a')
      for (const world of worlds) world.pass(HELD_SECONDS - 1)
      expect(await nameOf(accountsAt(1), 'b')).toBe('claude-code 2')
      for (const world of worlds) world.pass(HELD_SECONDS)
      expect(await userOf(accountsAt(1), 'c')).toMatchObject({ id: first.id })
      expect(await nameOf(one, 'a')).toBe('claude-code 2')
    })

    test('of a process that died on this machine give their number back at once', async () => {
      const one = accountsAt(0)
      const first = await userOf(one, 'a')
      const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
      await once(child, 'exit')
      const holdBy = async (owner: string) =>
        worlds[0]!.chat.store.write(async (tx) =>
          tx.updateTable('chat_agent_session').set({ owner }).execute(),
        )
      const place = findProcessPlace()
      for (const alive of [
        `${place} ${process.pid} x`,
        `elsewhere ${child.pid} x`,
        ` ${child.pid} x`,
      ]) {
        await holdBy(alive)
        const accounts = accountsAt(1)
        expect(await nameOf(accounts, 'b')).toBe('claude-code 2')
        await accounts.close()
      }
      await holdBy(`${place} ${child.pid} x`)
      expect(await userOf(accountsAt(1), 'b')).toMatchObject({ id: first.id })
    })

    test('hear each other in the public channels of the first, from the beginning', async () => {
      const one = accountsAt(0)
      const first = await userOf(one, 'a')
      const { owner } = worlds[0]!
      const subscribe = async (name: string, fields = {}) =>
        ok(
          await owner.post('/users/me/subscriptions', {
            subscriptions: [{ name }],
            principals: [first.id],
            ...fields,
          }),
        )
      await subscribe('workshop')
      await subscribe('secret', { invite_only: true })
      const second = await userOf(one, 'b')
      const joined = await reader(worlds[0]!.chat)
        .selectFrom('chat_subscription')
        .innerJoin('chat_channel', 'chat_channel.id', 'channel_id')
        .select('name')
        .where('user_id', '=', second.id)
        .execute()
      expect(joined.map(({ name }) => name).toSorted()).toEqual(['general', 'workshop'])
    })

    test('are closed with the first account of their program, and leave out one that was closed', async () => {
      const one = accountsAt(0)
      const first = await userOf(one, 'a')
      const second = await userOf(one, 'b')
      await one.endSession('b')
      await changeUser(worlds[0]!.chat, second.email, { is_active: false })
      expect(await nameOf(one, 'c')).toBe('claude-code 3')
      await changeUser(worlds[0]!.chat, first.email, { is_active: false })
      const closed = { specCode: 'USER_DEACTIVATED' }
      await expect(userOf(one, 'a')).rejects.toMatchObject(closed)
      await expect(userOf(one, 'c')).rejects.toMatchObject(closed)
      await expect(userOf(accountsAt(1), 'd')).rejects.toMatchObject(closed)
    })

    // The count is the same on both, and takes long.
    if (backend.kind === 'postgres') return
    test('are bounded in number', { tags: 'full' }, async () => {
      const one = accountsAt(0)
      for (let session = 0; session < 200; session++) await userOf(one, `${session}`)
      await expect(userOf(one, 'more')).rejects.toMatchObject({ code: 'unavailable' })
    })
  })
})
