import jpeg from 'jpeg-js'
import { describe, expect, test } from 'vitest'
import { fetchPath, upload } from '../../../support/chat-uploads.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'
import { pngOf, webpOf } from '../../../support/pictures.ts'

const FORMAT = '840x560.jpg'

const smaller = async (
  world: ChatWorld,
  person: Person | undefined,
  url: string,
  format = FORMAT,
) => fetchPath(world, person, `${url.replace('user_uploads', 'user_uploads/thumbnail')}/${format}`)

const status = async (person: Person, url: string) =>
  person.get(url.replace('/user_uploads', '/thumbnail/status'))

const filesOf = async ({ chat }: ChatWorld) => {
  const space = await chat.store.db.selectFrom('chat_upload_space').selectAll().execute()
  return space.reduce((sum, { bytes }) => sum + bytes, 0)
}

describe('a smaller picture of an upload', () => {
  test(
    'is made in the advertised sizes, and for nobody who cannot see the upload',
    { tags: 'full' },
    async () => {
      await using world = await startChatWorld()
      const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
      const url = await upload(world, alice, 'wide.png', pngOf(1_680, 28))
      const { server_thumbnail_formats: formats } = await alice.register({
        fetch_event_types: ['realm'],
      })
      const sizes = []
      for (const { name, max_width } of formats) {
        const answer = await smaller(world, alice, url, name)
        expect(answer.headers.get('content-type')).toBe('image/jpeg')
        const { width, height } = jpeg.decode(await answer.arrayBuffer(), { useTArray: true })
        sizes.push([max_width, width, height])
      }
      expect(sizes).toEqual([
        [840, 840, 14],
        [300, 300, 5],
      ])
      expect(ok(await status(alice, url))['has_thumbnail']).toBe(true)
      for (const other of [bob, undefined]) {
        expect((await smaller(world, other, url)).status).toBe(404)
      }
      expect(await status(bob, url)).toMatchObject({ result: 'error' })
      const id = await alice.say(`[wide](${url})`)
      const content = ok(await bob.get(`/messages/${id}`))['message'].content
      const src = `${url.replace('user_uploads', 'user_uploads/thumbnail')}/${FORMAT}`
      expect(content).toContain(` src="${src}">`)
      expect((await fetchPath(world, bob, src)).status).toBe(200)
    },
  )

  test('is made once, and gone with the upload', { tags: 'full' }, async () => {
    await using world = await startChatWorld()
    const { owner } = world
    const url = await upload(world, owner, 'a.png', pngOf(30, 30))
    const before = await filesOf(world)
    const [first, second] = await Promise.all([
      smaller(world, owner, url),
      smaller(world, owner, url),
    ])
    expect([first.status, second.status]).toEqual([200, 200])
    const made = (await filesOf(world)) - before
    expect(made).toBeGreaterThan(0)
    expect((await smaller(world, owner, url)).status).toBe(200)
    expect((await filesOf(world)) - before).toBe(made)
    const [{ id }] = ok(await owner.get('/attachments'))['attachments']
    ok(await owner.delete(`/attachments/${id}`))
    expect(await filesOf(world)).toBe(0)
    const rows = await world.chat.store.db.selectFrom('chat_thumbnail').selectAll().execute()
    expect(rows).toEqual([])
  })

  test('of one that nobody here unpacks is that itself', { tags: 'full' }, async () => {
    await using world = await startChatWorld()
    const content = webpOf(4, 4)
    const url = await upload(world, world.owner, 'x.webp', content)
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await smaller(world, world.owner, url)
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
    }
    expect(ok(await status(world.owner, url))['has_thumbnail']).toBe(false)
  })

  test.each([
    ['is torn', 'x.png', pngOf(50, 50, { pixels: Buffer.alloc(10) })],
    ['has too many pixels', 'x.png', pngOf(5_000, 5_000)],
    ['is too wide', 'x.png', pngOf(20_000, 1)],
    ['is too wide for itself', 'x.webp', webpOf(9_000, 1)],
    ['is a drawing', 'x.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('of one that %s is none', { tags: 'full' }, async (_, name, content) => {
    await using world = await startChatWorld()
    const url = await upload(world, world.owner, name, content)
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await smaller(world, world.owner, url)).status).toBe(404)
    }
    expect(ok(await status(world.owner, url))['has_thumbnail']).toBe(false)
    const [{ id }] = ok(await world.owner.get('/attachments'))['attachments']
    ok(await world.owner.delete(`/attachments/${id}`))
    expect(await filesOf(world)).toBe(0)
  })

  test('is there of pictures and in known sizes only', async () => {
    await using world = await startChatWorld()
    const text = await upload(world, world.owner, 'x.txt')
    expect((await smaller(world, world.owner, text)).status).toBe(404)
    const picture = await upload(world, world.owner, 'x.png', pngOf(8, 8))
    expect((await smaller(world, world.owner, picture, '9x9.jpg')).status).toBe(404)
  })
})
