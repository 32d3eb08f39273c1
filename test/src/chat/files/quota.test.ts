import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { keepLoose } from '../../../../src/chat/files/loose-files.ts'
import { countTakenBytes } from '../../../../src/chat/files/quota.ts'
import { keepUpload } from '../../../../src/chat/files/store-upload.ts'
import { sweepFiles } from '../../../../src/chat/files/sweep-files.ts'
import { reader } from '../../../../src/chat/kernel/unit-of-work.ts'
import { localFiles } from '../../../../src/files/local.ts'
import { onBothDatabases } from '../../../support/both-databases.ts'
import { sendFiles } from '../../../support/chat-uploads.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'
import { announce, readSpace, sendBytes, sizesIn } from '../../../support/upload-space.ts'

const DAY = 86_400
const MEGABYTE = 1_000_000
/** On Postgres more than there are connections; SQLite has one writer. */
const UPLOADS_AT_ONCE = { sqlite: 8, postgres: 20 } as const
const OVER_ALL = "Upload would exceed your organization's upload quota."
const OVER_OWN = 'Upload would exceed your upload quota.'

await onBothDatabases(({ kind, newLocation, open }) => {
  const atOnce = UPLOADS_AT_ONCE[kind]
  const half = atOnce / 2
  test.each([
    { way: 'in forms', isAnnounced: true, refusedAtMost: half },
    // Bytes reserved in steps may be more than one file needs in the end.
    {
      way: 'in forms of unknown length',
      isAnnounced: false,
      refusedAtMost: atOnce - 1,
    },
    { way: 'in pieces', isAnnounced: undefined, refusedAtMost: half },
  ])(
    `of ${atOnce} uploads at once, at two processes, ${half} get what is left: $way`,
    { tags: 'full' },
    async (row) => {
      const { isAnnounced } = row
      const folder = mkdtempSync(join(tmpdir(), 'bellhop-test-'))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      const files = { maxMib: 2, quotaMib: half, ...localFiles(folder) }
      const location = newLocation()
      await using one = await startChatWorld({ store: await open(location), files })
      const owner = { email: one.owner.email, key: one.owner.key }
      await using other = await startChatWorld({ store: await open(location), owner, files })
      const people = await Promise.all(
        Array.from({ length: atOnce }, async (__, index) => one.add(`P ${index}`)),
      )
      const answers = await Promise.all(
        people.map(async (person, index) => {
          const world = index % 2 === 0 ? one : other
          if (isAnnounced !== undefined) return sendBytes(world, person, MEGABYTE, { isAnnounced })
          const response = await announce(world, person, MEGABYTE)
          return { status: response.status, msg: (await response.text()).trim() }
        }),
      )
      const refused = answers.filter(({ status }) => status >= 300)
      expect(refused.length).toBeGreaterThanOrEqual(half)
      expect(refused.length).toBeLessThanOrEqual(row.refusedAtMost)
      for (const answer of refused) expect(answer).toMatchObject({ status: 400, msg: OVER_ALL })
      const passed = answers.length - refused.length
      expect(await countTakenBytes(reader(one.chat))).toBe(passed * MEGABYTE)
      const onDisk = [...sizesIn(folder).values()]
      expect(onDisk).toEqual(
        isAnnounced === undefined ? [] : Array.from({ length: passed }, () => MEGABYTE),
      )
    },
  )
})

describe('a quota for each account', () => {
  const files = { maxMib: 2, accountQuotaMib: 2 }

  test('holds for a person and their bots together, and for nobody else', async () => {
    await using world = await startChatWorld({ files })
    const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
    const bot = await world.add('Bot', { bot_type: 1, bot_owner_id: alice.id })
    ok(await sendBytes(world, alice, MEGABYTE))
    ok(await sendBytes(world, bot, MEGABYTE))
    for (const person of [alice, bot]) {
      const refused = { status: 400, code: 'BAD_REQUEST', msg: OVER_OWN }
      expect(await sendBytes(world, person, MEGABYTE)).toMatchObject(refused)
      expect((await announce(world, person, MEGABYTE)).status).toBe(400)
    }
    expect(sizesIn(world.folder).size).toBe(2)
    ok(await sendBytes(world, bob, MEGABYTE))
    const [attachment] = ok(await bot.get('/attachments'))['attachments']
    ok(await bot.delete(`/attachments/${attachment.id}`))
    ok(await sendBytes(world, alice, MEGABYTE))
  })

  test('bounds the largest file that clients are told of', async () => {
    await using world = await startChatWorld({
      files: { maxMib: 5, quotaMib: 3, accountQuotaMib: 2 },
    })
    const limits = { max_file_upload_size_mib: 2, realm_upload_quota_mib: 3 }
    expect(await world.owner.register()).toMatchObject(limits)
    const options = await world.request('/tus', { method: 'OPTIONS' })
    expect(options.headers.get('tus-max-size')).toBe(String(2 * 1024 * 1024))
    await using unlimited = await startChatWorld({
      files: { maxMib: 5, quotaMib: 0, accountQuotaMib: 0 },
    })
    const none = { max_file_upload_size_mib: 5, realm_upload_quota_mib: null }
    expect(await unlimited.owner.register()).toMatchObject(none)
    ok(await sendBytes(unlimited, unlimited.owner, MEGABYTE))
  })

  test('counts what was announced until its time is over, and what is uploaded meanwhile', async () => {
    await using world = await startChatWorld({ files })
    const { owner } = world
    expect((await announce(world, owner, 1_500_000, 'abc')).status).toBe(201)
    expect((await sendFiles(world, owner, [{ name: 'a', content: 'x' }])).status).toBe(200)
    expect(await sendBytes(world, owner, MEGABYTE)).toMatchObject({ status: 400, msg: OVER_OWN })
    expect(new Set(sizesIn(world.folder).values())).toEqual(new Set([1, 3]))
    world.pass(DAY + 1)
    await sweepFiles(world.chat)
    ok(await sendBytes(world, owner, MEGABYTE))
    expect(new Set(sizesIn(world.folder).values())).toEqual(new Set([1, MEGABYTE]))
  })
})

test('one account announces no more than a few hundred MB at once', async () => {
  await using world = await startChatWorld({ files: { maxMib: 100 } })
  const alice = await world.add('Alice')
  const statuses: number[] = []
  for (let count = 0; count < 5; count += 1) {
    statuses.push((await announce(world, alice, 100 * 1024 * 1024)).status)
  }
  expect(statuses).toEqual([201, 201, 201, 201, 400])
  const small = await sendFiles(world, alice, [{ name: 'a', content: 'x' }])
  expect(small).toMatchObject({ status: 400, msg: 'Too many unfinished uploads.' })
  expect((await announce(world, world.owner, 100 * 1024 * 1024)).status).toBe(201)
})

test('a file that comes in larger than what is left is cut off, and leaves nothing', async () => {
  await using world = await startChatWorld({ files: { maxMib: 4, quotaMib: 4 } })
  ok(await sendBytes(world, world.owner, 3 * MEGABYTE))
  const refused = await sendBytes(world, world.owner, 3 * MEGABYTE, { isAnnounced: false })
  expect(refused).toMatchObject({ status: 400, msg: OVER_ALL })
  expect(sizesIn(world.folder).size).toBe(1)
  expect((await readSpace(world.chat)).reserved.size).toBe(0)
})

test('a file in pieces that was removed cannot be finished, whoever was about to', async () => {
  await using world = await startChatWorld()
  const { resumable } = world.chat.fileAccess
  const actor = { user: world.owner.user, client: 'test' }
  const id = (await announce(world, world.owner, 3)).headers.get('location')?.slice(-32) ?? ''
  await resumable.append(actor, id, 0, new Blob(['abc']).stream())
  await keepLoose(world.chat, id)
  await resumable.remove(actor, id)
  expect(sizesIn(world.folder).size).toBe(0)
  const late = keepUpload(world.chat, actor, { key: id, name: 'a', bytes: 0 })
  await expect(late).rejects.toThrow('File not found.')
  expect(await countTakenBytes(reader(world.chat))).toBe(0)
})

test('a file that is about to be removed cannot become an upload, even where removing it fails', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { store, incoming } = localFiles(folder)
  let isReachable = false
  const remove = async (key: string) => {
    if (!isReachable) throw new Error('the bucket is away')
    await store.remove(key)
  }
  const files = { incoming, store: { ...store, remove } }
  await using world = await startChatWorld({ files })
  const { chat, owner } = world
  const actor = { user: owner.user, client: 'test' }
  const key = (await announce(world, owner, 3, 'ab')).headers.get('location')?.slice(-32) ?? ''
  await expect(chat.fileAccess.resumable.remove(actor, key)).rejects.toThrow('the bucket is away')
  await expect(keepLoose(chat, key)).rejects.toThrow('File not found.')
  const late = keepUpload(chat, actor, { key, name: 'a', bytes: 0 })
  await expect(late).rejects.toThrow('File not found.')
  expect(await countTakenBytes(reader(chat))).toBe(3)
  isReachable = true
  world.pass(2 * 3_600)
  await sweepFiles(chat)
  expect([await countTakenBytes(reader(chat)), sizesIn(folder).size]).toEqual([0, 0])
})
