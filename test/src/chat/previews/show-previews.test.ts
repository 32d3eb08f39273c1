import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import { composeLinkPreviews } from '../../../../src/app/compose/compose-link-previews.ts'
import { loadConfig } from '../../../../src/app/config/config.ts'
import { reader } from '../../../../src/chat/kernel/unit-of-work.ts'
import type { DescribeLink, LinkCard } from '../../../../src/chat/previews/port.ts'
import { showPreviews } from '../../../../src/chat/previews/show-previews.ts'
import { CARD_PICTURE } from '../../../../src/chat/rendering/link-card.ts'
import { sanitize } from '../../../../src/chat/rendering/sanitize.ts'
import { LOCAL_PRINCIPAL, STRANGER } from '../../../../src/contract/principal.ts'
import { createGuardedFetch } from '../../../../src/net/fetch/guarded-fetch.ts'
import {
  type Answer,
  type ChatWorld,
  ok,
  type Person,
  startChatWorld,
} from '../../../support/chat-world.ts'
import { testServices } from '../../../support/operations.ts'
import { PATIENCE_MS } from '../../../support/patience.ts'
import { quietLog } from '../../../support/store-backend.ts'

const PAGE = 'https://site.test/'
const CARD = { title: 'The <b>Site</b>', description: 'About "it".' }

let world: ChatWorld
let alice: Person
/** What was read, and who was charged. */
let reads: { url: string; charged: string; reaches: boolean }[]
/** Pages by their address. */
let pages: Record<string, LinkCard>

const describeLink: DescribeLink = async (url, { principal }) => {
  reads.push({ url, charged: principal.id, reaches: principal.reachesAllowedHosts })
  return pages[url]
}
const show = async () => showPreviews(world.chat, new AbortController().signal)
const htmlOf = async (id: number) =>
  String(ok(await alice.get(`/messages/${id}`, { apply_markdown: true }))['message'].content)
const updatesIn = async (who: Person, queue: Answer) =>
  (await who.events(queue)).filter(({ type }) => type === 'update_message')

beforeEach(async () => {
  reads = []
  pages = { [PAGE]: CARD }
  world = await startChatWorld({ describeLink })
  alice = await world.add('Alice')
  ok(await world.owner.patch('/realm', { inline_url_embed_preview: true }))
  return async () => world[Symbol.asyncDispose]()
})

test('what is behind a link is shown once it was read, for everybody who has the message', async () => {
  const bob = await world.add('Bob')
  const queue = await bob.register()
  const id = await alice.say(`see ${PAGE}`)
  expect(await htmlOf(id)).toBe(`<p>see <a href="${PAGE}">${PAGE}</a></p>`)
  await show()
  const html =
    `<p>see <a href="${PAGE}">${PAGE}</a></p>\n` +
    `<div class="message_embed"><a class="message_embed_image" href="${PAGE}" style="background-image: url(&quot;/static/realm-icon.png&quot;)"></a>` +
    '<div class="data-container"><div class="message_embed_title">' +
    `<a href="${PAGE}" title="The &lt;b&gt;Site&lt;/b&gt;">The &lt;b&gt;Site&lt;/b&gt;</a></div>` +
    '<div class="message_embed_description">About "it".</div></div></div>'
  expect(await htmlOf(id)).toBe(html)
  expect(await updatesIn(bob, queue)).toEqual([
    {
      id: expect.any(Number),
      type: 'update_message',
      user_id: null,
      rendering_only: true,
      message_id: id,
      message_ids: [id],
      stream_id: 1,
      edit_timestamp: expect.any(Number),
      content: `see ${PAGE}`,
      rendered_content: html,
      flags: [],
    },
  ])
  expect(reads).toEqual([{ url: PAGE, charged: `chat user ${alice.id}`, reaches: false }])
  const { message } = ok(await alice.get(`/messages/${id}`))
  expect(message).not.toHaveProperty('last_edit_timestamp')
  await show()
  expect(reads).toHaveLength(1)
})

test('an edit is shown anew, and one that came meanwhile is left alone', async () => {
  pages['https://other.test/'] = { title: 'Other', description: '' }
  const id = await alice.say(PAGE)
  await show()
  ok(await alice.patch(`/messages/${id}`, { content: 'https://other.test/' }))
  expect(await htmlOf(id)).not.toContain('message_embed')
  await show()
  expect(await htmlOf(id)).toContain('>Other</a>')
  const late = await alice.say(PAGE)
  pages = {}
  await using slow = await startChatWorld({
    describeLink: async () => {
      ok(await writer.patch(`/messages/${second}`, { content: 'changed' }))
      return CARD
    },
  })
  ok(await slow.owner.patch('/realm', { inline_url_embed_preview: true }))
  const writer = await slow.add('Writer')
  const second = await writer.say(PAGE)
  await showPreviews(slow.chat, new AbortController().signal)
  const { message } = ok(await writer.get(`/messages/${second}`))
  expect(message.content).toBe('<p>changed</p>')
  await show()
  expect(await htmlOf(late)).not.toContain('message_embed')
})

test.each([
  ['what a quote links to', `> ${PAGE}`],
  ['code', `\`${PAGE}\``],
  ['uploads and places of this server', 'http://chat.test/#narrow and [x](/user_uploads/2/a.txt)'],
  ['mail', 'a@site.test'],
])('%s is not read', async (_, content) => {
  await alice.say(content)
  await show()
  expect(reads).toEqual([])
})

test('the picture of a card is the only one that a link may have', () => {
  const styled = (style: string) => sanitize(`<a href="${PAGE}" style='${style}'>x</a>`)
  expect(styled(CARD_PICTURE)).toContain('style="background-image')
  for (const style of ['background-image: url("https://evil.test/a.png")', 'color: red']) {
    expect(styled(style)).not.toContain('style')
  }
})

test('at most five pages of a message are read, each once', async () => {
  const urls = Array.from({ length: 9 }, (_, n) => `https://site.test/${n}`)
  await alice.say([...urls, ...urls].join(' '))
  await show()
  expect(reads.map(({ url }) => url)).toEqual(urls.slice(0, 5))
})

test('nothing is read for bots, without the setting, or once it is off again', async () => {
  const bot = await world.add('Robot', { bot_type: 1, bot_owner_id: alice.id })
  await bot.say(PAGE)
  await show()
  await alice.say(PAGE)
  ok(await world.owner.patch('/realm', { inline_url_embed_preview: false }))
  await alice.say(PAGE)
  await show()
  expect(reads).toEqual([])
  const left = await reader(world.chat).selectFrom('chat_link_preview').selectAll().execute()
  expect(left).toEqual([])
})

test('clients are told whether the operator allows it, and what the organization wants', async () => {
  expect(await alice.register()).toMatchObject({
    server_inline_url_embed_preview: true,
    realm_inline_url_embed_preview: true,
  })
  await using plain = await startChatWorld()
  ok(await plain.owner.patch('/realm', { inline_url_embed_preview: true }))
  await plain.owner.say(PAGE)
  expect(await plain.owner.register()).toMatchObject({ server_inline_url_embed_preview: false })
  const queued = await reader(plain.chat).selectFrom('chat_link_preview').selectAll().execute()
  expect(queued).toEqual([])
})

test('a page that cannot be read leaves the message as it is', async () => {
  await using broken = await startChatWorld({
    describeLink: async () => {
      throw new Error('no')
    },
  })
  ok(await broken.owner.patch('/realm', { inline_url_embed_preview: true }))
  const id = await broken.owner.say(PAGE)
  await showPreviews(broken.chat, new AbortController().signal)
  const { message } = ok(await broken.owner.get(`/messages/${id}`))
  expect(message.content).not.toContain('message_embed')
})

describe('reading a page', () => {
  let hits: number
  let site: string

  beforeEach(async () => {
    hits = 0
    const server = createServer((_, response) => {
      hits += 1
      response.writeHead(200, { 'content-type': 'text/html' })
      const head =
        '<meta property="og:title" content="Open"><meta property="og:description" content="Graph">'
      response.end(`<!doctype html><html><head><title>x</title>${head}</head><body>x</body></html>`)
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    site = `127.0.0.1:${(server.address() as AddressInfo).port}`
    return () => {
      server.closeAllConnections()
      server.close()
    }
  })

  const signal = AbortSignal.timeout(PATIENCE_MS)
  const on = loadConfig({ flags: { 'link-previews': true }, env: {} })

  test('takes its Open Graph', { tags: 'full' }, async () => {
    const fetch = createGuardedFetch({ allowHosts: [site], userAgent: 'test', log: quietLog })
    const { describeLink: read } = composeLinkPreviews(on, () => ({
      ...testServices(),
      fetch: async (url, options) => fetch(url, { ...options, principal: LOCAL_PRINCIPAL }),
    }))
    const card = await read?.(`http://${site}/`, { signal, principal: STRANGER })
    expect(card).toEqual({ title: 'Open', description: 'Graph' })
  })

  test('reaches nothing private, not even hosts that the operator opened to calls', async () => {
    const fetch = createGuardedFetch({ allowHosts: [site], userAgent: 'test', log: quietLog })
    await using guarded = await startChatWorld(
      composeLinkPreviews(on, () => ({ ...testServices(), fetch })),
    )
    ok(await guarded.owner.patch('/realm', { inline_url_embed_preview: true }))
    const id = await guarded.owner.say(`http://${site}/`)
    await showPreviews(guarded.chat, signal)
    const { message } = ok(await guarded.owner.get(`/messages/${id}`))
    expect(message.content).not.toContain('message_embed')
    expect(hits).toBe(0)
  })

  test('is off unless the operator turns it on', () => {
    const off = loadConfig({ flags: {}, env: {} })
    expect(composeLinkPreviews(off, testServices)).toEqual({})
  })
})
