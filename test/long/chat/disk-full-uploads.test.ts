import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { localFiles } from '../../../src/files/local.ts'
import { DiskSpace } from '../../../src/lib/disk-space.ts'
import { openSqlite } from '../../../src/store/sqlite/sqlite.ts'
import { ok, startChatWorld } from '../../support/chat-world.ts'
import { mountSmallDisk, resizeDisk, unmountDisk } from '../../support/small-disk.ts'
import { quietLog } from '../../support/store-backend.ts'
import { announce, readSpace, sendBytes, sizesIn } from '../../support/upload-space.ts'

const DISK_MB = 32
const TINY_DISK_MB = 2
const FULL = { status: 503, code: 'SERVICE_UNAVAILABLE', msg: 'The disk for files is full.' }
const [disk = '', tinyDisk = ''] = [mountSmallDisk(DISK_MB), mountSmallDisk(TINY_DISK_MB)]
afterAll(() => {
  for (const folder of [disk, tinyDisk]) if (folder !== '') unmountDisk(folder)
})

describe.skipIf(disk === '')('uploads on a really full disk', () => {
  test('stop at the reserve, so that messages go on, and leave no part', async () => {
    const folder = join(disk, 'files')
    const files = localFiles(folder, new DiskSpace({ folder, reserveBytes: 16_000_000 }))
    const store = await openSqlite({ path: join(disk, 'store.db'), log: quietLog })
    await using world = await startChatWorld({ store, files: { maxMib: 4, ...files } })
    const { owner } = world
    const send = async () => sendBytes(world, owner, 500_000, { isAnnounced: stored % 2 === 0 })
    let stored = 0
    let answer = await send()
    for (; answer.result === 'success'; answer = await send()) stored += 1
    expect(answer).toMatchObject(FULL)
    expect(stored).toBeGreaterThan(0)
    expect([...sizesIn(folder).values()]).toEqual(Array.from({ length: stored }, () => 500_000))
    expect((await announce(world, owner, 500_000)).status).toBe(503)
    for (let count = 0; count < 50; count += 1) await owner.say('x'.repeat(5_000))
    const { attachments } = ok(await owner.get('/attachments'))
    for (const { id } of attachments) ok(await owner.delete(`/attachments/${id}`))
    await new Promise((resolve) => setTimeout(resolve, 500))
    ok(await sendBytes(world, owner, 500_000))
  })

  test('break off where the system says so, leave no part, and give their space back', async () => {
    // No reserve, and the store elsewhere: the system itself refuses.
    const folder = join(tinyDisk, 'files')
    await using world = await startChatWorld({ files: { maxMib: 4, ...localFiles(folder) } })
    const { owner, chat } = world
    const actor = { user: owner.user, client: 'test' }
    const location = (await announce(world, owner, 4_000_000)).headers.get('location') ?? ''
    const id = location.slice(-32)
    expect(await sendBytes(world, owner, 3_000_000)).toMatchObject(FULL)
    expect(sizesIn(folder).size).toBe(0)
    const sent = Buffer.alloc(4_000_000, 'abcdefg')
    const pieces = chat.fileAccess.resumable.append(actor, id, 0, new Blob([sent]).stream())
    await expect(pieces).rejects.toMatchObject({ code: 'unavailable', message: FULL.msg })
    resizeDisk(tinyDisk, 4 * TINY_DISK_MB)
    expect([...(await readSpace(chat)).reserved]).toEqual([[id, 4_000_000]])
    // What has arrived is told truly, and the rest makes the file whole.
    const { offset } = await chat.fileAccess.resumable.find(actor, id)
    expect(offset).toBeGreaterThan(0)
    expect(offset).toBeLessThan(4_000_000)
    const rest = new Blob([sent.subarray(offset)]).stream()
    expect(await chat.fileAccess.resumable.append(actor, id, offset, rest)).toBe(4_000_000)
    const { url } = await chat.fileAccess.resumable.finish(actor, id)
    const served = await chat.fileAccess.upload(actor, url.replace('/user_uploads/', ''))
    const chunks: Buffer[] = []
    for await (const chunk of await served.read()) chunks.push(Buffer.from(chunk as Uint8Array))
    expect(Buffer.concat(chunks).equals(sent)).toBe(true)
  })
})
