// @module-tag full
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { diskFull } from '../../../../src/files/faults.ts'
import { localFiles } from '../../../../src/files/local.ts'
import { authorization, sendFiles, upload } from '../../../support/chat-uploads.ts'
import { type ChatWorld, ok, startChatWorld } from '../../../support/chat-world.ts'
import { fakeDisk } from '../../../support/fake-disk.ts'
import { pngOf } from '../../../support/pictures.ts'
import { announce, readSpace, sendBytes, sizesIn } from '../../../support/upload-space.ts'

const RESERVE_BYTES = 1_000_000
const FULL = {
  status: 503,
  result: 'error',
  code: 'SERVICE_UNAVAILABLE',
  msg: 'The disk for files is full.',
}

async function startOnDisk(): Promise<
  { world: ChatWorld; folder: string } & ReturnType<typeof fakeDisk>
> {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const fake = fakeDisk(RESERVE_BYTES)
  const world = await startChatWorld({ files: { maxMib: 2, ...localFiles(folder, fake.disk) } })
  onTestFinished(async () => world[Symbol.asyncDispose]())
  return { world, folder, ...fake }
}

test('on a full disk uploads are refused, all else goes on, and it is over with room', async () => {
  const { world, folder, setFree } = await startOnDisk()
  const { owner } = world
  const url = await upload(world, owner, 'before', 'x')
  setFree(RESERVE_BYTES - 1)
  for (const isAnnounced of [true, false]) {
    const refused = await sendBytes(world, owner, 100, { isAnnounced })
    expect(refused).toMatchObject({ ...FULL, retryAfter: '60' })
  }
  const emoji = [{ name: 'x.png', content: pngOf(8, 8) }]
  expect(await sendFiles(world, owner, emoji, '/realm/emoji/owl')).toMatchObject(FULL)
  const pieces = await announce(world, owner, 100)
  expect([pieces.status, pieces.headers.get('retry-after')]).toEqual([503, '60'])
  expect(await pieces.text()).toContain('The disk for files is full.')
  expect([...sizesIn(folder).values()]).toEqual([1])
  expect((await readSpace(world.chat)).reserved.size).toBe(0)
  await owner.say(`[before](${url})`)
  setFree(2 * RESERVE_BYTES)
  ok(await sendBytes(world, owner, 100))
  ok(await sendFiles(world, owner, emoji, '/realm/emoji/owl'))
})

test('an upload for which there is no room is refused before its first byte', async () => {
  const { world } = await startOnDisk()
  let read = 0
  const body = new ReadableStream({
    pull(controller) {
      read += 1
      const head = '--x\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\n'
      controller.enqueue(read === 1 ? Buffer.from(head) : Buffer.alloc(65_536))
    },
  })
  const headers = {
    ...authorization(world.owner),
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': '1500000',
  }
  const init: RequestInit = { method: 'POST', headers, body, duplex: 'half' }
  const response = await world.request('/user_uploads', init)
  expect(await response.json()).toMatchObject({ msg: FULL.msg })
  // What the streams between take ahead.
  expect(read).toBeLessThan(10)
  expect((await announce(world, world.owner, 1_500_000)).status).toBe(503)
})

test('an upload during which the disk gets full is broken off; what came in pieces stays', async () => {
  const { world, folder, setFree } = await startOnDisk()
  const { owner, chat } = world
  const actor = { user: owner.user, client: 'test' }
  const id = (await announce(world, owner, 10, 'abc')).headers.get('location')?.slice(-32) ?? ''
  async function* filling(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('def')
    setFree(RESERVE_BYTES)
    yield Buffer.from('ghi')
  }
  await expect(chat.fileAccess.resumable.append(actor, id, 3, filling())).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect([...sizesIn(folder)]).toEqual([[id, 6]])
  setFree(2 * RESERVE_BYTES)
  const { upload: store } = await import('../../../../src/chat/files/store-upload.ts')
  const broken = store(chat, actor, { name: 'a', bytes: filling() })
  await expect(broken).rejects.toThrow(FULL.msg)
  expect([...sizesIn(folder)]).toEqual([[id, 6]])
  expect([...(await readSpace(chat)).reserved]).toEqual([[id, 10]])
})

test('an image of an emoji that could not be written leaves nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { store, incoming } = localFiles(folder)
  const append: typeof incoming.append = async (...what) => {
    await incoming.append(...what)
    throw diskFull()
  }
  const files = { store, incoming: { ...incoming, append } }
  await using world = await startChatWorld({ files })
  const image = [{ name: 'x.png', content: pngOf(8, 8) }]
  expect(await sendFiles(world, world.owner, image, '/realm/emoji/owl')).toMatchObject(FULL)
  expect([sizesIn(folder).size, (await readSpace(world.chat)).reserved.size]).toEqual([0, 0])
})
