import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { exportChat } from '../../../src/chat/moving/export/export-chat.ts'
import { importChat } from '../../../src/chat/moving/import/import-chat.ts'
import { unpackArchive } from '../../../src/files/archive/unpack.ts'
import { DiskSpace } from '../../../src/lib/disk-space.ts'
import type { Rows } from '../../support/chat-export.ts'
import { sendFiles } from '../../support/chat-uploads.ts'
import { type Answer, type ChatWorld, ok, startChatWorld } from '../../support/chat-world.ts'
import { pngOf } from '../../support/pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'bellhop-pictures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const disk = new DiskSpace({ folder, reserveBytes: 0 })

/** A picture that is another one for each seed. */
function picture(width: number, height: number, seed: number): Buffer<ArrayBuffer> {
  const pixels = Uint8Array.from({ length: height * (1 + width) }, (_, at) =>
    at % (1 + width) === 0 ? 0 : (at * seed) % 251,
  )
  return pngOf(width, height, { pixels })
}

let count = 0
/** Exports a chat; returns the folder of the export. */
async function exported({ chat }: ChatWorld): Promise<string> {
  const path = join(folder, String((count += 1)))
  await exportChat(chat, `${path}.tar.gz`)
  await unpackArchive(`${path}.tar.gz`, path, disk)
  return join(path, 'export')
}

const recordsOf = (path: string, kind: string) =>
  JSON.parse(readFileSync(join(path, kind, 'records.json'), 'utf8')) as Rows

/** The pictures in an export, by whose they are. */
function picturesIn(path: string): Record<string, string> {
  const files = [...recordsOf(path, 'avatars'), ...recordsOf(path, 'realm_icons')]
  return Object.fromEntries(
    files.map(({ user_profile_email, avatar_version, path: inner }) => {
      const kind = user_profile_email ? 'avatars' : 'realm_icons'
      const ending = String(inner).replace(/^.*(?=\.)|^.*\//, '')
      const name = user_profile_email ? `${user_profile_email} ${avatar_version}${ending}` : inner
      return [name, readFileSync(join(path, kind, inner)).toString('base64')]
    }),
  )
}

async function startWithPictures(): Promise<ChatWorld> {
  const world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  await world.add('Plain')
  const robot = await world.add('Robot', { bot_type: 1, bot_owner_id: alice.id })
  const send = async (
    who: typeof alice,
    content: Buffer<ArrayBuffer>,
    path: string,
    method = 'POST',
  ) => ok(await sendFiles(world, who, [{ name: 'x.png', content }], path, method))
  await send(alice, picture(640, 480, 3), '/users/me/avatar')
  await send(bob, picture(30, 40, 5), '/users/me/avatar')
  await send(alice, picture(120, 120, 7), `/bots/${robot.id}`, 'PATCH')
  await send(world.owner, picture(200, 100, 11), '/users/me/avatar')
  await send(world.owner, picture(256, 256, 13), '/realm/icon')
  await send(world.owner, picture(900, 90, 17), '/realm/logo')
  return world
}

test('pictures of people, bots and the organization are the same after they moved twice', async () => {
  await using first = await startWithPictures()
  const source = await exported(first)
  const before = picturesIn(source)
  expect(Object.keys(before)).toHaveLength(12)
  await using second = await startChatWorld()
  const moved = { chat: second.chat, sandbox: second.services.sandbox, folder: source }
  const { brought, leftOut } = await importChat({ ...moved, fingerprint: 'a' })
  expect(brought).toMatchObject({ 'pictures of people': 3, 'pictures of the organization': 2 })
  expect(leftOut).toEqual({})
  const again = await exported(second)
  // The owner was here before: nothing of theirs is replaced.
  const others = Object.entries(before).filter(([name]) => !name.startsWith('owner@'))
  expect(picturesIn(again)).toEqual(Object.fromEntries(others))
  const { members } = ok(await second.owner.get('/users'))
  const member = (members as Answer[]).find(({ full_name }) => full_name === 'Alice')
  const answer = await second.request(
    `//${String(member?.['avatar_url']).replace(/^\/|\?.*$/g, '')}`,
  )
  const small = Object.entries(before).find(([name]) => /^alice.*png$/.test(name))?.[1]
  expect(Buffer.from(await answer.arrayBuffer()).toString('base64')).toBe(small)
  expect(ok(await second.owner.get('/server_settings'))['realm_icon']).toMatch(
    /realm\/icon-\w+\.png/,
  )
  const realm = JSON.parse(readFileSync(join(source, 'realm.json'), 'utf8')) as Record<string, Rows>
  expect(realm['zerver_realm']?.[0]).toMatchObject({ icon_source: 'U', night_logo_source: 'D' })
})

test('what cannot be drawn is left out, or what was made of it stands in', async () => {
  await using first = await startWithPictures()
  const source = await exported(first)
  const of = (email: string, ending: string) =>
    recordsOf(source, 'avatars').find(
      (row) => row['user_profile_email'] === email && String(row['path']).endsWith(ending),
    )?.['path'] as string
  writeFileSync(join(source, 'avatars', of('alice@example.com', '.original')), 'RIFF....WEBP')
  writeFileSync(join(source, 'avatars', of('bob@example.com', '.original')), '<svg/>')
  writeFileSync(join(source, 'avatars', of('bob@example.com', '.png')), Buffer.alloc(6 << 20))
  for (const name of readdirSync(join(source, 'realm_icons/1/realm'))) {
    writeFileSync(join(source, 'realm_icons/1/realm', name), '<script>')
  }
  await using second = await startChatWorld()
  const moved = { chat: second.chat, sandbox: second.services.sandbox, folder: source }
  const { brought, leftOut } = await importChat({ ...moved, fingerprint: 'a' })
  expect(brought['pictures of people']).toBe(2)
  expect(leftOut).toEqual({ 'pictures of people that cannot be drawn': 1 })
  const { members } = ok(await second.owner.get('/users'))
  const pictures = Object.fromEntries(
    (members as Answer[]).map((one) => [one['full_name'], String(one['avatar_url'])]),
  )
  expect(pictures['Alice']).not.toContain('identicon')
  expect(pictures['Bob']).toContain('identicon')
})

test('somebody who is here already keeps their picture, and who has none gets none', async () => {
  await using first = await startWithPictures()
  const source = await exported(first)
  await using second = await startChatWorld()
  await second.add('Alice')
  await second.owner.say('not new')
  await importChat({
    chat: second.chat,
    sandbox: second.services.sandbox,
    folder: source,
    fingerprint: 'a',
  })
  const { members } = ok(await second.owner.get('/users'))
  const alice = (members as Answer[]).find(({ full_name }) => full_name === 'Alice')
  expect(alice?.['avatar_url']).toContain('identicon')
})
