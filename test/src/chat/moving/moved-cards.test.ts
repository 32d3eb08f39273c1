import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportChat } from '../../../../src/chat/moving/export/export-chat.ts'
import { importChat } from '../../../../src/chat/moving/import/import-chat.ts'
import { showPreviews } from '../../../../src/chat/previews/show-previews.ts'
import { findCards, showCard } from '../../../../src/chat/rendering/link-card.ts'
import { unpackArchive } from '../../../../src/files/archive/unpack.ts'
import { DiskSpace } from '../../../../src/lib/disk-space.ts'
import { type ChatWorld, ok, startChatWorld } from '../../../support/chat-world.ts'

const PAGE = 'https://site.test/?a=1&b="2"'
const CARD = { title: 'The <b>Site</b> & "more"', description: 'About it.' }
const sandbox = { run: async () => Promise.reject(new Error('no pictures')) }

const textsIn = async ({ owner }: ChatWorld) => {
  const around = { anchor: 'newest', num_before: 9, num_after: 0, apply_markdown: true }
  const { messages } = ok(await owner.get('/messages', { ...around, narrow: [['topic', 't']] }))
  const cards = messages as { id: number; content: string }[]
  const histories = await Promise.all(
    cards.map(async ({ id }) => ok(await owner.get(`/messages/${id}/history`))['message_history']),
  )
  const earlier = histories.flat().map((one: { rendered_content: string }) => one.rendered_content)
  return { contents: cards.map(({ content }) => content), earlier }
}

test('what is shown behind links comes along, and no page is read again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-cards-'))
  using files = new DisposableStack()
  files.defer(() => rmSync(folder, { recursive: true }))
  await using world = await startChatWorld({ describeLink: async () => CARD })
  ok(await world.owner.patch('/realm', { inline_url_embed_preview: true }))
  await world.owner.say('[one](https://site.test/one), https://site.test/two')
  const edited = await world.owner.say('https://site.test/three')
  await showPreviews(world.chat, new AbortController().signal)
  ok(await world.owner.patch(`/messages/${edited}`, { content: 'nothing' }))
  const before = await textsIn(world)
  expect(before.contents.join().match(/message_embed_title/g)).toHaveLength(2)
  expect(before.earlier.join().match(/message_embed_title/g)?.length).toBeGreaterThan(2)
  const path = join(folder, 'all.tar.gz')
  await exportChat(world.chat, path)
  const unpacked = join(folder, 'unpacked')
  await unpackArchive(path, unpacked, new DiskSpace({ folder, reserveBytes: 0 }))

  await using other = await startChatWorld()
  const source = join(unpacked, 'export')
  await importChat({ chat: other.chat, sandbox, folder: source, fingerprint: 'a' })
  expect(await textsIn(other)).toEqual(before)
})

test('a card is its text, whatever it was written with', () => {
  expect([...findCards(`<p>a</p>${showCard(PAGE, CARD)}`)]).toEqual([[PAGE, CARD]])
  const other =
    '<div class="message_embed_title"><a href="https://a.test/" onclick="x" title="t">\n a\u202e b </a></div>' +
    '<div class="message_embed_description"><img src=x></div>'
  expect([...findCards(other)]).toEqual([['https://a.test/', { title: 'a b', description: '' }]])
  expect([...findCards('<div class="message_embed_title"><a href="x"> </a></div>')]).toEqual([])
})
