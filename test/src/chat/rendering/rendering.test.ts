import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'

/** Markdown and its exact HTML, by subject. Names and ids are those of the world below. */
const cases = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../fixtures/chat-rendering.json'), 'utf8'),
) as Record<string, [markdown: string, html: string][]>

let world: ChatWorld
let alice: Person

beforeAll(async () => {
  world = await startChatWorld()
  alice = await world.add('Alice')
  const bob = await world.add('Bob Ross')
  await world.add('Twin')
  await world.add('Twin', { email: 'other@example.com' })
  const group = { name: 'support', description: 'd', members: [bob.id] }
  ok(await world.owner.post('/user_groups/create', group))
  await alice.say('x', { topic: 'Plans 1.0 (new)' })
  await alice.say('x', { topic: '' })
})

afterAll(async () => world[Symbol.asyncDispose]())

for (const [subject, pairs] of Object.entries(cases)) {
  test.each(pairs)(`${subject}: %j`, async (content, html) => {
    verifies('chat:2.4:content')
    expect(ok(await alice.post('/messages/render', { content }))['rendered']).toBe(html)
  })
}

describe('a sent message', () => {
  test('reads as it was rendered, and a description of a channel alike', async () => {
    verifies('chat:2.4:content', 'chat:2.2:rendered_description')
    const content = 'Hi @**Alice|3**, **see** #**general>Plans 1.0 (new)**'
    const { rendered } = ok(await alice.post('/messages/render', { content }))
    const id = await alice.say(content)
    expect(ok(await alice.get(`/messages/${id}`))['message']['content']).toBe(rendered)
    const description = '**Bold** :tada: @**all** #**general**'
    ok(
      await alice.post('/channels/create', { name: 'other', description, subscribers: [alice.id] }),
    )
    const { streams } = ok(await alice.get('/streams'))
    expect(streams).toContainEqual(
      expect.objectContaining({
        description,
        rendered_description:
          '<p><strong>Bold</strong> <span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span> ' +
          '<span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span> #<strong>general</strong></p>',
      }),
    )
  })

  test('is rendered anew when it is edited, with who it mentions', async () => {
    const bob = await world.add('Builder')
    ok(await bob.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] }))
    const id = await alice.say('hello @**Builder** https://example.com')
    const flags = async () => ok(await bob.get(`/messages/${id}`))['message'].flags as string[]
    expect(await flags()).toContain('mentioned')
    const queue = await alice.register()
    ok(await alice.patch(`/messages/${id}`, { content: '/me *waves* at @_**Builder**' }))
    expect(await flags()).not.toContain('mentioned')
    const html = `<p>/me <em>waves</em> at <span class="user-mention silent" data-user-id="${bob.id}">Builder</span></p>`
    expect(await alice.events(queue)).toContainEqual(
      expect.objectContaining({
        type: 'update_message',
        rendered_content: html,
        is_me_message: true,
      }),
    )
    ok(await alice.patch(`/messages/${id}`, { content: '@**all**' }))
    expect(await flags()).toContain('stream_wildcard_mentioned')
  })

  test('keeps the source of a formula whose HTML gets too long, and is cut when it is too long itself', async () => {
    const matrix = `$$\\begin{matrix}${'&'.repeat(1_900)}\\end{matrix}$$`
    const renderedMatrix = ok(await alice.post('/messages/render', { content: matrix }))['rendered']
    expect(renderedMatrix).toBe(
      `<p><span class="tex-error">${matrix.replaceAll('&', '&amp;')}</span></p>`,
    )
    const { rendered } = ok(await alice.post('/messages/render', { content: 'x'.repeat(10_001) }))
    expect(rendered).toBe(`<p>${'x'.repeat(9_980)}<br>\n[message truncated]</p>`)
  })
})
