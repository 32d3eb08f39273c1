import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runExports } from '../../../../src/chat/moving/export/requested-exports.ts'
import { unpackArchive } from '../../../../src/files/archive/unpack.ts'
import { DiskSpace } from '../../../../src/lib/disk-space.ts'
import { fetchPath, upload } from '../../../support/chat-uploads.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'

const folder = mkdtempSync(join(tmpdir(), 'bellhop-exports-'))
let world: ChatWorld
let alice: Person
let bob: Person

/** What stands in one place only, each for who may read it. */
const SECRETS = {
  public: 'seen-by-everybody',
  lab: 'in-the-lab-of-alice',
  vault: 'in-the-vault-of-bob',
  consented: 'from-bob-to-alice',
  own: 'of-bob-to-himself',
  protected: 'before-alice-joined',
}

beforeAll(async () => {
  world = await startChatWorld()
  alice = await world.add('Alice')
  bob = await world.add('Bob')
  const make = async (who: Person, name: string, fields: object = {}) =>
    ok(await who.post('/channels/create', { name, subscribers: [who.id], ...fields }))
  const hidden = { invite_only: true }
  await make(alice, 'lab', { ...hidden, history_public_to_subscribers: true })
  await make(bob, 'vault', { ...hidden, history_public_to_subscribers: true })
  await make(bob, 'guarded', { ...hidden, history_public_to_subscribers: false })
  const url = await upload(world, bob, 'plan.txt', 'open-plan')
  await bob.say(`${SECRETS.public} [plan](${url})`)
  await alice.say(SECRETS.lab, { to: 'lab' })
  const kept = await upload(world, bob, 'vault.txt', 'plan-of-the-vault')
  await bob.say(`${SECRETS.vault} [x](${kept})`, { to: 'vault' })
  await bob.say(SECRETS.protected, { to: 'guarded' })
  await bob.whisper(SECRETS.consented, alice)
  await bob.whisper(SECRETS.own, bob)
  ok(await bob.post('/users/me/alert_words', { alert_words: ['word-of-bob'] }))
  ok(await bob.patch('/settings', { email_address_visibility: 4 }))
  ok(await alice.patch('/settings', { allow_private_data_export: true }))
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const run = async () => runExports(world.chat, new AbortController().signal)

/** All that an archive holds, as one text. */
async function read(url: string): Promise<string> {
  const answer = await fetchPath(world, undefined, new URL(url).pathname)
  expect(answer.status).toBe(200)
  const name = join(folder, String(Math.random()))
  writeFileSync(`${name}.tar.gz`, Buffer.from(await answer.arrayBuffer()))
  await unpackArchive(`${name}.tar.gz`, name, new DiskSpace({ folder, reserveBytes: 0 }))
  const files = readdirSync(name, { recursive: true, withFileTypes: true })
  return files
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))
    .join('\n')
}

test.each([
  ['public', ['public'], ['open-plan'], ['plan-of-the-vault', 'word-of-bob']],
  [
    'full_with_consent',
    ['public', 'lab', 'consented'],
    ['open-plan'],
    ['plan-of-the-vault', 'word-of-bob'],
  ],
] as const)('of type %s holds what it may hold, and nothing else', async (type, in_, also, not) => {
  const { owner } = world
  const queue = await owner.register({ event_types: ['realm_export'] })
  const { id } = ok(await owner.post('/export/realm', { export_type: type }))
  const listed = async () =>
    ok(await owner.get('/export/realm'))['exports'].find((one: { id: number }) => one.id === id)
  expect(await listed()).toMatchObject({ pending: true, export_url: null, export_type: type })
  await run()
  const { export_url, ...rest } = await listed()
  expect(rest).toMatchObject({ pending: false, acting_user_id: owner.id, failed_timestamp: null })
  const events = await owner.events(queue)
  expect(events.map(({ exports }) => exports.at(-1).pending)).toEqual([true, false])
  const text = await read(export_url)
  const held = Object.entries(SECRETS).filter(([, words]) => text.includes(words))
  expect(held.map(([name]) => name)).toEqual(in_)
  for (const words of also) expect(text).toContain(words)
  for (const words of [...not, bob.email]) expect(text).not.toContain(words)
})

test('that nobody consented to is for the operator, and any is for administrators', async () => {
  const options = { export_type: 'full_without_consent' }
  expect(await world.owner.post('/export/realm', options)).toMatchObject({
    status: 400,
    msg: expect.stringContaining('bellhop chat export'),
  })
  expect(await alice.post('/export/realm')).toMatchObject({ status: 400 })
})

test('is removed after a week, and may be asked for again', async () => {
  const { owner } = world
  const { exports: before } = ok(await owner.get('/export/realm'))
  for (let count = before.length; count < 5; count += 1) ok(await owner.post('/export/realm'))
  expect(await owner.post('/export/realm')).toMatchObject({
    status: 400,
    msg: 'Exceeded rate limit.',
  })
  await run()
  world.pass(8 * 86_400)
  await run()
  const { exports } = ok(await owner.get('/export/realm'))
  expect(exports).toHaveLength(5)
  for (const one of exports) {
    expect(one).toMatchObject({ export_url: null, deleted_timestamp: expect.any(Number) })
  }
  const path = new URL(before[0].export_url).pathname
  expect((await fetchPath(world, undefined, path)).status).toBe(404)
  ok(await owner.post('/export/realm'))
})
