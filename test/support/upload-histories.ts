import fc from 'fast-check'
import { expect } from 'vitest'
import { countTakenBytes, countUsedBytes, reserveSpace } from '../../src/chat/files/quota.ts'
import { makeFileKey } from '../../src/chat/files/store-upload.ts'
import { sweepFiles } from '../../src/chat/files/sweep-files.ts'
import { reader, writeChat } from '../../src/chat/kernel/unit-of-work.ts'
import { authorization } from './chat-uploads.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from './chat-world.ts'
import { announce, readSpace, sendBytes, sizesIn, writeForm } from './upload-space.ts'

const QUOTA_MIB = 2
const HOUR = 3_600

/** One thing that happens to uploads. */
type Step =
  | { kind: 'send'; who: number; bytes: number; isAnnounced: boolean }
  | { kind: 'break off'; who: number; bytes: number }
  | { kind: 'announce'; who: number; bytes: number; first: number }
  | { kind: 'continue'; which: number; bytes: number }
  | { kind: 'give up'; which: number }
  | { kind: 'delete'; who: number; which: number }
  | { kind: 'die'; who: number; bytes: number; arrived: number }
  | { kind: 'sweep'; hours: number }

const who = fc.nat(2)
const which = fc.nat(20)
const bytes = fc.integer({ min: 0, max: 900_000 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('send' as const), who, bytes, isAnnounced: fc.boolean() }),
  fc.record({ kind: fc.constant('break off' as const), who, bytes }),
  fc.record({ kind: fc.constant('announce' as const), who, bytes, first: fc.nat(1_000) }),
  fc.record({ kind: fc.constant('continue' as const), which, bytes }),
  fc.record({ kind: fc.constant('give up' as const), which }),
  fc.record({ kind: fc.constant('delete' as const), who, which }),
  fc.record({ kind: fc.constant('die' as const), who, bytes, arrived: fc.nat(1_000) }),
  fc.record({ kind: fc.constant('sweep' as const), hours: fc.constantFrom(0, 2, 25) }),
)

interface Unfinished {
  person: Person
  path: string
}

async function take(
  world: ChatWorld,
  people: readonly Person[],
  unfinished: Unfinished[],
  now: Step,
): Promise<void> {
  const person = people['who' in now ? now.who : 0] ?? world.owner
  const found = 'which' in now ? unfinished[now.which % Math.max(1, unfinished.length)] : undefined
  switch (now.kind) {
    case 'send':
      await sendBytes(world, person, now.bytes, now)
      return
    case 'break off': {
      const headers = {
        ...authorization(person),
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(now.bytes + 200),
      }
      const body = new Uint8Array(writeForm('a', now.bytes).subarray(0, -8))
      await world.request('/user_uploads', { method: 'POST', headers, body })
      return
    }
    case 'announce': {
      const first = 'x'.repeat(Math.min(now.first, now.bytes))
      const path = (await announce(world, person, now.bytes, first)).headers.get('location')
      if (path !== null) unfinished.push({ person, path })
      return
    }
    case 'continue': {
      if (!found) return
      const headers = { ...authorization(found.person), 'tus-resumable': '1.0.0' }
      const head = await world.request(`/${found.path}`, { method: 'HEAD', headers })
      await world.request(`/${found.path}`, {
        method: 'PATCH',
        headers: {
          ...headers,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': head.headers.get('upload-offset') ?? '0',
        },
        body: new Uint8Array(now.bytes),
      })
      return
    }
    case 'give up': {
      if (!found) return
      const headers = { ...authorization(found.person), 'tus-resumable': '1.0.0' }
      await world.request(`/${found.path}`, { method: 'DELETE', headers })
      return
    }
    case 'delete': {
      const { attachments } = ok(await person.get('/attachments'))
      const one = attachments[now.which % Math.max(1, attachments.length)]
      if (one) ok(await person.delete(`/attachments/${one.id}`))
      return
    }
    case 'die': {
      const request = { key: makeFileKey(), payerId: person.id, needBytes: now.bytes }
      const reserved = await writeChat(world.chat, async ({ tx }) =>
        reserveSpace(world.chat, tx, request),
      ).catch(() => undefined)
      if (reserved === undefined) return
      const arrived = new Blob(['x'.repeat(Math.min(now.arrived, now.bytes))]).stream()
      await world.chat.files.incoming.append(request.key, 0, arrived)
      return
    }
    case 'sweep':
      world.pass(now.hours * HOUR)
      await sweepFiles(world.chat)
  }
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, one) => all + one, 0)

/** Counted are the bytes on disk and those reserved for it, never more than the quota. */
async function check(world: ChatWorld): Promise<void> {
  const { counted, recorded, files, reserved } = await readSpace(world.chat)
  const db = reader(world.chat)
  expect(counted).toEqual(recorded)
  const onDisk = sizesIn(world.folder)
  const taken = await countTakenBytes(db)
  const arrived = sum([...reserved.keys()].map((key) => onDisk.get(key) ?? 0))
  expect(taken).toBe(sum(onDisk.values()) - arrived + sum(reserved.values()))
  expect(taken).toBeLessThanOrEqual(QUOTA_MIB * 1024 * 1024)
  expect(await countUsedBytes(db)).toBe(sum(counted.values()))
  for (const [key, size] of files) expect(onDisk.get(key)).toBe(size)
  for (const [key, size] of onDisk) {
    expect(files.get(key) ?? reserved.get(key)).toBeGreaterThanOrEqual(size)
  }
}

/** After whatever happens to uploads, what is counted is what they take and what is reserved. */
export function uploadHistories() {
  const history = fc.array(step, { minLength: 5, maxLength: 25, size: 'max' })
  return fc.asyncProperty(history, async (steps) => {
    await using world = await startChatWorld({ files: { maxMib: 1, quotaMib: QUOTA_MIB } })
    const alice = await world.add('Alice')
    const bot = await world.add('Bot', { bot_type: 1, bot_owner_id: alice.id })
    const unfinished: Unfinished[] = []
    for (const one of steps) {
      await take(world, [world.owner, alice, bot], unfinished, one)
      await check(world)
    }
    world.pass(26 * HOUR)
    await sweepFiles(world.chat)
    await check(world)
    expect((await readSpace(world.chat)).reserved.size).toBe(0)
    expect(sum(sizesIn(world.folder).values())).toBe(await countTakenBytes(reader(world.chat)))
  })
}
