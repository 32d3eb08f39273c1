// @module-tag full
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { getCachedReader } from '../../../../src/chat/kernel/directory-cache.ts'
import type { Reader } from '../../../../src/chat/kernel/rows.ts'
import type { Chat } from '../../../../src/chat/kernel/types.ts'
import { type ChatWork, writeChat } from '../../../../src/chat/kernel/unit-of-work.ts'
import { loadRealm, storeRealm } from '../../../../src/chat/organization/store-realm.ts'
import { findById } from '../../../../src/chat/users/find-users.ts'
import { onBothDatabases } from '../../../support/both-databases.ts'
import { type ChatWorld, startChatWorld } from '../../../support/chat-world.ts'
import { countReads } from '../../../support/count-reads.ts'
import { seeds } from '../../../support/full.ts'
import { seededRandom } from '../../../support/seeded-random.ts'

/** A setting of the organization and the name of its owner, which are cached. */
interface Known {
  setting: string
  name: string
}

const HISTORIES = seeds(2, 12)
const STEPS = 40

await onBothDatabases(({ open, newLocation }) => {
  /** Two processes on one database, and the account whose name changes. */
  async function startTwo(): Promise<{ worlds: ChatWorld[] } & AsyncDisposable> {
    const location = newLocation()
    const first = await startChatWorld({ store: await open(location) })
    const { email, key } = first.owner
    const second = await startChatWorld({ store: await open(location), owner: { email, key } })
    return {
      worlds: [first, second],
      async [Symbol.asyncDispose]() {
        await second[Symbol.asyncDispose]()
        await first[Symbol.asyncDispose]()
      },
    }
  }

  const look = async (db: Reader): Promise<Known> => ({
    setting: (await loadRealm(db)).name,
    name: (await findById(db, 1))?.full_name ?? '',
  })

  async function change({ tx }: ChatWork, what: keyof Known, to: string): Promise<void> {
    if (what === 'setting') await storeRealm(tx, { name: to })
    else await tx.updateTable('chat_user').set({ full_name: to }).where('id', '=', 1).execute()
  }

  /** One unit that looks, changes and looks by turns, and is undone or not; returns what is known after it. */
  async function runUnit(
    chat: Chat,
    random: () => number,
    before: Known,
    meanwhile: (committed: Known) => Promise<void>,
  ): Promise<Known> {
    const plan = Array.from({ length: 4 }, () => ({
      changes: random() < 0.4,
      what: random() < 0.5 ? ('setting' as const) : ('name' as const),
      to: `n${Math.floor(random() * 1e6)}`,
    }))
    const isUndone = random() < 0.4
    const after = { ...before }
    for (const { changes, what, to } of plan) if (changes) after[what] = to
    const unit = writeChat(chat, async (work) => {
      const known = { ...before }
      for (const { changes, what, to } of plan) {
        expect(await look(work.tx)).toEqual(known)
        if (!changes) continue
        await change(work, what, to)
        known[what] = to
        expect(await look(work.tx)).toEqual(known)
      }
      await meanwhile(before)
      expect(await look(work.tx)).toEqual(known)
      if (isUndone) throw new Error('undone')
    })
    const [{ status }] = await Promise.allSettled([unit])
    expect(status, String(await unit.catch((error: unknown) => error))).toBe(
      isUndone ? 'rejected' : 'fulfilled',
    )
    return isUndone ? before : after
  }

  test('what a unit sees is what is committed and what it wrote, and what is undone is never kept', async () => {
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      const random = seededRandom(seed)
      await using two = await startTwo()
      const { worlds } = two
      const one = () => worlds[Math.floor(random() * worlds.length)]!.chat
      let known = await look(await getCachedReader(one()))
      const seen = async (expected: Known): Promise<void> => {
        // What another process did is known from the next turn on.
        await nextTurn()
        for (const { chat } of worlds) {
          expect(await look(await getCachedReader(chat))).toEqual(expected)
        }
      }
      for (let step = 0; step < STEPS; step += 1) {
        if (random() < 0.5) await seen(known)
        const looks = random() < 0.5
        known = await runUnit(one(), random, known, async (committed) => {
          if (looks) await seen(committed)
        })
        if (random() >= 0.3) continue
        // Two that share a commit: the second sees what the first wrote, unless that is undone.
        const chat = one()
        const [setting, name] = [`s${step}`, `m${step}`]
        const fails = random() < 0.5
        const both = await Promise.allSettled([
          writeChat(chat, async (work) => {
            await change(work, 'setting', setting)
            expect((await look(work.tx)).setting).toBe(setting)
            if (fails) throw new Error('undone')
          }),
          writeChat(chat, async (work) => {
            await change(work, 'name', name)
            expect((await look(work.tx)).name).toBe(name)
          }),
        ])
        expect(both.map(({ status }) => status)).toEqual([
          fails ? 'rejected' : 'fulfilled',
          'fulfilled',
        ])
        known = { setting: fails ? known.setting : setting, name }
      }
      await seen(known)
    }
  })

  test('a unit takes from the cache what it has not changed, and loads it after it has', async () => {
    const { store, take } = countReads(await open(newLocation()))
    await using world = await startChatWorld({ store })
    await look(await getCachedReader(world.chat))
    await writeChat(world.chat, async (work) => {
      take()
      await look(work.tx)
      // The counter of changes alone, for each question.
      expect(take().statements).toBe(2)
      await change(work, 'setting', 'x')
      take()
      await look(work.tx)
      await look(work.tx)
      // Once the counter, then both questions each time.
      expect(take().statements).toBe(5)
    })
  })
})
