import { readdirSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { authorization, fetchPath, PNG } from '../../../support/chat-uploads.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'

const TUS = { 'tus-resumable': '1.0.0' }
const BYTES = { 'content-type': 'application/offset+octet-stream' }

type Body = NonNullable<RequestInit['body']>

/** Speaks tus as one person. */
function tus(world: ChatWorld, person: Person | undefined) {
  const send = async (method: string, path: string, headers: object, body?: Body) =>
    world.request(`/${path}`, {
      method,
      headers: { ...TUS, ...(person ? authorization(person) : {}), ...headers },
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    })
  return {
    create: async (length: number | string, name = 'a.bin', headers = {}, body?: Body) =>
      send(
        'POST',
        '/api/v1/tus',
        {
          'upload-length': String(length),
          'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
          ...headers,
        },
        body,
      ),
    head: async (path: string) => send('HEAD', path, {}),
    patch: async (path: string, offset: number | string, body: Body, headers = {}) =>
      send('PATCH', path, { ...BYTES, 'upload-offset': String(offset), ...headers }, body),
    remove: async (path: string) => send('DELETE', path, {}),
  }
}

const placeOf = (response: Response) => response.headers.get('location') ?? ''
const offsetOf = (response: Response) => response.headers.get('upload-offset')

test('a file comes in pieces, and is an upload like others at the end', async () => {
  verifies('chat:4.6:tus', 'chat:9:296')
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const client = tus(world, alice)
  const created = await client.create(10, '../день [1].txt')
  expect([created.status, placeOf(created)]).toEqual([
    201,
    expect.stringMatching(/^\/api\/v1\/tus\/[0-9a-f]{32}$/),
  ])
  expect(created.headers.get('upload-expires')).toMatch(/GMT$/)
  const path = placeOf(created)
  const first = await client.patch(path, 0, '01234')
  expect([first.status, offsetOf(first)]).toEqual([204, '5'])
  const head = await client.head(path)
  expect([head.status, offsetOf(head), head.headers.get('upload-length')]).toEqual([200, '5', '10'])
  expect(head.headers.get('cache-control')).toBe('no-store')
  const last = await client.patch(path, 5, '56789')
  expect([last.status, offsetOf(last)]).toEqual([200, '10'])
  const answer = (await last.json()) as { url: string; filename: string }
  expect(answer.filename).toBe('день [1].txt')
  expect(await (await fetchPath(world, alice, answer.url)).text()).toBe('0123456789')
  // The answer got lost: the last piece again, empty, has it.
  expect(await (await client.patch(path, 10, '')).json()).toEqual(answer)
  expect(offsetOf(await client.head(path))).toBe('10')
  expect((await client.remove(path)).status).toBe(400)
  const { attachments } = ok(await alice.get('/attachments'))
  expect(attachments).toMatchObject([{ name: 'день [1].txt', size: 10 }])
})

test('creation may bring bytes along, and a whole file is an upload at once', async () => {
  await using world = await startChatWorld()
  const client = tus(world, world.owner)
  const begun = await client.create(4, 'a.txt', BYTES, 'ab')
  expect([begun.status, offsetOf(begun)]).toEqual([201, '2'])
  const whole = await client.create(PNG.length, 'a.png', BYTES, PNG)
  const { url } = (await whole.json()) as { url: string }
  const served = await fetchPath(world, world.owner, url)
  expect(served.headers.get('content-type')).toBe('image/png')
  const empty = (await (await client.create(0, 'empty')).json()) as { url: string }
  expect(await (await fetchPath(world, world.owner, empty.url)).text()).toBe('')
})

test('an upload is for whoever began it, and for nobody else there is none', async () => {
  verifies('chat:4.6:tus:credentials')
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const path = placeOf(await tus(world, alice).create(4))
  await tus(world, alice).patch(path, 0, 'ab')
  const unknown = path.replace(/.{32}$/, '0'.repeat(32))
  for (const other of [bob, world.owner]) {
    const client = tus(world, other)
    for (const ask of [
      client.head,
      client.remove,
      async (at: string) => client.patch(at, 2, 'XX'),
    ]) {
      const [theirs, none] = [await ask(path), await ask(unknown)]
      expect([theirs.status, await theirs.text()]).toEqual([404, await none.text()])
      expect(none.status).toBe(404)
    }
  }
  const stranger = tus(world, undefined)
  for (const answer of [
    await stranger.head(path),
    await stranger.create(1),
    await stranger.patch(path, 2, 'XX'),
  ]) {
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      expect.any(String),
    ])
  }
  expect((await tus(world, { ...alice, key: 'x'.repeat(32) }).head(path)).status).toBe(401)
  const done = await tus(world, alice).patch(path, 2, 'cd')
  const { url } = (await done.json()) as { url: string }
  expect(await (await fetchPath(world, alice, url)).text()).toBe('abcd')
})

describe('what does not fit', () => {
  test('lengths and offsets', async () => {
    await using world = await startChatWorld({ files: { maxMib: 1 } })
    const client = tus(world, world.owner)
    expect((await client.create(1024 * 1024 + 1)).status).toBe(413)
    for (const length of ['-1', '1.5', 'x', '1e3', '']) {
      expect((await client.create(length)).status).toBe(400)
    }
    const path = placeOf(await client.create(4))
    expect((await client.patch(path, 1, 'x')).status).toBe(409)
    expect((await client.patch(path, '-1', 'x')).status).toBe(400)
    expect((await client.patch(path, 0, 'x', { 'content-type': 'text/plain' })).status).toBe(400)
    expect((await client.patch(path, 0, 'x', { 'tus-resumable': '0.2.2' })).status).toBe(400)
    expect((await client.patch(path, 0, 'abcdefgh', { 'content-length': '8' })).status).toBe(413)
    expect((await client.patch(path, 0, 'abcdefgh')).status).toBe(413)
    expect(Number(offsetOf(await client.head(path)))).toBeLessThanOrEqual(4)
    const deferred = { 'upload-defer-length': '1' }
    const undecided = await world.request('/tus', {
      method: 'POST',
      headers: { ...TUS, ...authorization(world.owner), ...deferred },
    })
    expect(undecided.status).toBe(501)
    expect((await client.create(4, 'a', { 'upload-concat': 'partial' })).status).toBe(501)
    expect((await client.create(4, 'a', { 'upload-metadata': 'filename %%%' })).status).toBe(400)
    for (const id of ['..%2f..%2fstore.db', '%00', 'x', '0'.repeat(33)]) {
      expect((await client.head(`/api/v1/tus/${id}`)).status).toBe(404)
    }
  })

  test('what was promised to unfinished uploads counts, and so does their number', async () => {
    await using world = await startChatWorld({ files: { maxMib: 2, quotaMib: 2 } })
    const client = tus(world, world.owner)
    const path = placeOf(await client.create(1_500_000))
    expect((await client.create(1_500_000)).status).toBe(400)
    expect((await client.remove(path)).status).toBe(204)
    expect((await client.head(path)).status).toBe(404)
    for (let count = 0; count < 50; count += 1) expect((await client.create(1)).status).toBe(201)
    expect((await client.create(1)).status).toBe(400)
    const other = tus(world, await world.add('Alice'))
    expect((await other.create(1)).status).toBe(201)
  })
})

test('what broke off is kept as far as it came', async () => {
  await using world = await startChatWorld()
  const client = tus(world, world.owner)
  const path = placeOf(await client.create(6))
  const broken = new ReadableStream({
    async start(controller) {
      controller.enqueue(Buffer.from('abc'))
      const { incoming } = world.chat.files
      const arrived = async () => expect(await incoming.size(path.split('/').at(-1) ?? '')).toBe(3)
      await vi.waitFor(arrived)
      controller.error(new Error('the cable is cut'))
    },
  })
  await client.patch(path, 0, broken)
  expect(offsetOf(await client.head(path))).toBe('3')
  const { url } = (await (await client.patch(path, 3, 'def')).json()) as { url: string }
  expect(await (await fetchPath(world, world.owner, url)).text()).toBe('abcdef')
})

test('a process that dies between the last byte and the upload loses nothing', async () => {
  await using world = await startChatWorld()
  const { files } = world.chat
  const client = tus(world, world.owner)
  const id = async (length: number) =>
    placeOf(await client.create(length))
      .split('/')
      .at(-1) ?? ''
  async function* bytes() {
    yield Buffer.from('abc')
  }
  // It died before the file was stored.
  const arrived = await id(3)
  await files.incoming.append(arrived, 0, bytes())
  expect(offsetOf(await client.head(`/api/v1/tus/${arrived}`))).toBe('3')
  // It died before the database knew of the stored file.
  const stored = await id(3)
  await files.incoming.append(stored, 0, bytes())
  const { keepLoose } = await import('../../../../src/chat/files/loose-files.ts')
  await keepLoose(world.chat, stored)
  expect(offsetOf(await client.head(`/api/v1/tus/${stored}`))).toBe('3')
  const { attachments } = ok(await world.owner.get('/attachments'))
  expect(attachments).toHaveLength(2)
  for (const { path_id } of attachments) {
    const served = await fetchPath(world, world.owner, `/user_uploads/${path_id}`)
    expect(await served.text()).toBe('abc')
  }
  expect(readdirSync(`${world.folder}/incoming`)).toEqual([])
})

test('what a server can do is told to everybody, and to no page of another origin', async () => {
  await using world = await startChatWorld()
  const options = await world.request('/tus', { method: 'OPTIONS' })
  expect(options.status).toBe(204)
  expect(options.headers.get('tus-extension')).toBe(
    'creation,creation-with-upload,termination,expiration',
  )
  expect(options.headers.get('tus-max-size')).toBe('1048576')
  expect(options.headers.get('access-control-allow-origin')).toBe(null)
  const headers = { origin: 'https://evil.example' }
  expect((await world.request('/tus', { method: 'OPTIONS', headers })).status).toBe(403)
})

test('a slash at the end of the address changes nothing', async () => {
  await using world = await startChatWorld()
  const key = `Basic ${btoa(`${world.owner.email}:${world.owner.key}`)}`
  const headers = { authorization: key, 'tus-resumable': '1.0.0', 'upload-length': '5' }
  const begun = await world.request('/tus/', { method: 'POST', headers })
  expect(begun.status).toBe(201)
  const path = new URL(begun.headers.get('location') ?? '', 'http://chat.test').pathname
  const part = {
    authorization: key,
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  }
  const sent = await world.request(`/${path}`, { method: 'PATCH', headers: part, body: 'hello' })
  expect(sent.status).toBe(200)
})
