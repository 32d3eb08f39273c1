import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { keepLoose } from '../../../../src/chat/files/loose-files.ts'
import { countTakenBytes, reserveSpace } from '../../../../src/chat/files/quota.ts'
import { makeFileKey } from '../../../../src/chat/files/store-upload.ts'
import { sweepFiles } from '../../../../src/chat/files/sweep-files.ts'
import { reader, writeChat } from '../../../../src/chat/kernel/unit-of-work.ts'
import { fetchPath, upload } from '../../../support/chat-uploads.ts'
import { type ChatWorld, ok, startChatWorld } from '../../../support/chat-world.ts'

const DAY = 86_400

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

async function reserve({ chat, owner }: ChatWorld, key: string, needBytes: number): Promise<void> {
  const request = { key, payerId: owner.id, needBytes }
  await writeChat(chat, async ({ tx }) => reserveSpace(chat, tx, request))
}

test('what no message and no draft links to for five weeks is removed', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const [unused, linked, drafted, edited] = await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (name) => upload(world, alice, name)),
  )
  await alice.say(`[b](${linked})`)
  const draft = { type: '', to: [], topic: '', content: `[c](${drafted})` }
  ok(await alice.post('/drafts', { drafts: [draft] }))
  const id = await alice.say(`[d](${edited})`)
  await sweepFiles(world.chat)
  world.pass(34 * DAY)
  ok(await world.owner.delete(`/messages/${id}`))
  await sweepFiles(world.chat)
  const left = async () =>
    (ok(await alice.get('/attachments'))['attachments'] as { name: string }[]).map(
      ({ name }) => name,
    )
  expect((await left()).toSorted()).toEqual(['a', 'b', 'c', 'd'])
  world.pass(1 * DAY)
  const queue = await alice.register({ event_types: ['attachment'] })
  await sweepFiles(world.chat)
  expect((await left()).toSorted()).toEqual(['b', 'c', 'd'])
  expect(await alice.events(queue)).toMatchObject([{ op: 'remove', upload_space_used: 21 }])
  expect((await fetchPath(world, alice, unused ?? '')).status).toBe(404)
  expect(filesIn(world.folder)).toHaveLength(3)
  // It counts anew from the message that went.
  world.pass(34 * DAY)
  await sweepFiles(world.chat)
  expect((await left()).toSorted()).toEqual(['b', 'c'])
})

test('a message that links again to a file stops the count', async () => {
  await using world = await startChatWorld()
  const url = await upload(world, world.owner, 'a')
  await sweepFiles(world.chat)
  world.pass(34 * DAY)
  await world.owner.say(`[a](${url})`)
  await sweepFiles(world.chat)
  world.pass(2 * DAY)
  await sweepFiles(world.chat)
  expect((await fetchPath(world, world.owner, url)).status).toBe(200)
})

describe('what a process left that died', () => {
  test('a kept file that nothing refers to goes after an hour', async () => {
    await using world = await startChatWorld()
    const key = makeFileKey()
    await reserve(world, key, 1)
    await world.chat.files.incoming.append(
      key,
      0,
      (async function* () {
        yield Buffer.from('x')
      })(),
    )
    await keepLoose(world.chat, key)
    await sweepFiles(world.chat)
    expect(filesIn(world.folder)).toHaveLength(1)
    expect(await countTakenBytes(reader(world.chat))).toBe(1)
    world.pass(3_601)
    await sweepFiles(world.chat)
    expect(filesIn(world.folder)).toEqual([])
    expect(await countTakenBytes(reader(world.chat))).toBe(0)
    await expect(keepLoose(world.chat, key)).rejects.toThrow('File not found.')
  })

  test('a file that it received gives its space back after an hour, what arrives keeps it', async () => {
    await using world = await startChatWorld()
    const [dead, alive] = [makeFileKey(), makeFileKey()]
    await reserve(world, dead, 100)
    await world.chat.files.incoming.append(dead, 0, Readable.from([Buffer.from('x')]))
    world.pass(3_000)
    await reserve(world, alive, 10)
    world.pass(601)
    await sweepFiles(world.chat)
    expect(filesIn(world.folder)).toEqual([])
    expect(await countTakenBytes(reader(world.chat))).toBe(10)
  })

  test('pieces that nobody goes on with go after a day', async () => {
    await using world = await startChatWorld()
    const { resumable } = world.chat.fileAccess
    const actor = { user: world.owner.user, client: 'test' }
    const id = makeFileKey()
    await resumable.create(actor, { id, name: 'a', bytes: 5 })
    await resumable.append(
      actor,
      id,
      0,
      (async function* () {
        yield Buffer.from('ab')
      })(),
    )
    await sweepFiles(world.chat)
    expect(await resumable.find(actor, id)).toMatchObject({ offset: 2 })
    world.pass(DAY + 1)
    const [path = ''] = filesIn(world.folder)
    const before = new Date(world.chat.now().getTime() - 2 * DAY * 1_000)
    utimesSync(path, before, before)
    await expect(resumable.find(actor, id)).rejects.toThrow('File not found.')
    await sweepFiles(world.chat)
    expect(filesIn(world.folder)).toEqual([])
    const rows = await world.chat.store.db.selectFrom('chat_resumable').selectAll().execute()
    expect(rows).toEqual([])
  })
})
