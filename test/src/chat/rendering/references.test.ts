import { beforeEach, describe, expect, test, vi } from 'vitest'
import { loadMember } from '../../../../src/chat/kernel/requester.ts'
import { reader } from '../../../../src/chat/kernel/unit-of-work.ts'
import { storeMentions } from '../../../../src/chat/messages/send/deliver.ts'
import { compileLinkifiers, topicLinks } from '../../../../src/chat/rendering/linkifiers.ts'
import {
  type OrganizationSettings,
  renderMessage,
  type RenderedMessage,
} from '../../../../src/chat/rendering/render-message.ts'
import { verifies } from '../../../requirements/verifies.ts'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok, type Person } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

/** References of a rendered message. */
async function rendered(
  who: Person,
  content: string,
  options: { settings?: OrganizationSettings; isNotice?: boolean } = {},
): Promise<RenderedMessage> {
  const { chat } = world
  const db = reader(chat)
  const actor = { user: who.user, client: 'test' }
  const member = await loadMember(db, actor, chat.now().getTime())
  return renderMessage(db, content, { author: { chat, member }, ...options })
}

describe('mentions', () => {
  test('tell who is meant, once, and who only is talked about', async () => {
    expect(await rendered(alice, '@**Bob** @**bob** @_**Alice** @**Owner**')).toMatchObject({
      mentionedUsers: [bob.id, world.owner.id],
      wildcard: undefined,
    })
    expect(
      await rendered(alice, '> @**Bob**\n\n`@**Bob**` @_**all** \n```quote\n@**all**\n```'),
    ).toMatchObject({
      mentionedUsers: [],
      wildcard: undefined,
    })
  })

  test('of everybody: the channel goes before the topic', async () => {
    expect(await rendered(alice, '@**topic**')).toMatchObject({ wildcard: 'topic' })
    for (const name of ['all', 'everyone', 'channel', 'stream']) {
      expect(await rendered(alice, `@**topic** @**${name}** @**topic**`)).toMatchObject({
        wildcard: 'channel',
      })
    }
  })

  test('of a name that several have mean nobody without an id, or the only one who is active', async () => {
    const twin = await world.add('Bob', { email: 'bob2@example.com' })
    expect((await rendered(alice, '@**Bob**')).mentionedUsers).toEqual([])
    expect((await rendered(alice, `@**Bob|${twin.id}**`)).mentionedUsers).toEqual([twin.id])
    expect((await rendered(alice, `@**Alice|${twin.id}**`)).mentionedUsers).toEqual([])
    await world.chat.store.write(async (tx) =>
      tx.updateTable('chat_user').set({ is_active: 0 }).where('id', '=', bob.id).execute(),
    )
    expect((await rendered(alice, '@**Bob**')).mentionedUsers).toEqual([twin.id])
    // Nobody is behind the other account any more.
    expect(await rendered(alice, `@**Bob|${bob.id}**`)).toMatchObject({
      mentionedUsers: [],
      html: `<p><span class="user-mention silent" data-user-id="${bob.id}">Bob</span></p>`,
    })
  })

  test('of a group reach its members, also those of groups within it', async () => {
    const carol = await world.add('Carol')
    const inner = ok(
      await world.owner.post('/user_groups/create', {
        name: 'inner',
        description: '',
        members: [carol.id],
      }),
    )['group_id']
    ok(
      await world.owner.post('/user_groups/create', {
        name: 'Outer',
        description: '',
        members: [bob.id],
        subgroups: [inner],
      }),
    )
    const message = await rendered(alice, '@*outer*')
    expect(message.mentionedGroups).toHaveLength(1)
    expect([...message.mentionedUsers].toSorted((a, b) => a - b)).toEqual([bob.id, carol.id])
    expect(await rendered(alice, '@_*outer*')).toMatchObject({
      mentionedUsers: [],
      mentionedGroups: [],
    })
    ok(await bob.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] }))
    const id = await alice.say('@*outer*')
    expect(ok(await bob.get(`/messages/${id}`))['message'].flags).toContain('mentioned')
  })

  test('of a group need its permission, silent ones do not', async () => {
    const group = { name: 'closed', description: '', members: [bob.id], can_mention_group: 6 }
    ok(await world.owner.post('/user_groups/create', group))
    const sent = { type: 'channel', to: 'general', topic: 't' }
    expect(await alice.post('/messages', { ...sent, content: '@*closed*' })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      msg: "You are not allowed to mention user group 'closed'.",
    })
    const id = ok(
      await alice.post('/messages', { ...sent, content: '@_*closed* > @_*role:owners*' }),
    )['id']
    ok(await world.owner.post('/messages', { ...sent, content: '@*closed*' }))
    expect(await alice.patch(`/messages/${id}`, { content: '@*closed*' })).toMatchObject({
      status: 400,
    })
  })

  test('of a group out of use tell nobody', async () => {
    const group = { name: 'old', description: '', members: [bob.id] }
    const { group_id } = ok(await world.owner.post('/user_groups/create', group))
    expect((await rendered(alice, '@*old*')).mentionedUsers).toEqual([bob.id])
    ok(await world.owner.post(`/user_groups/${group_id}/deactivate`))
    expect(await rendered(alice, '@*old*')).toMatchObject({
      mentionedUsers: [],
      html: `<p><span class="user-group-mention silent" data-user-group-id="${group_id}">old</span></p>`,
    })
  })

  test('of a big channel need a permission, quoted ones do not', async () => {
    verifies('chat:7:BAD_REQUEST')
    for (let count = 0; count < 15; count += 1) {
      const person = await world.add(`Member ${count}`)
      ok(await person.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] }))
    }
    ok(await alice.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] }))
    const sent = { type: 'channel', to: 'general', topic: 't' }
    expect(await alice.post('/messages', { ...sent, content: '@**all**' })).toMatchObject({
      status: 400,
      code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    })
    expect(await alice.post('/messages', { ...sent, content: '@**topic**' })).toMatchObject({
      status: 400,
      code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
    })
    ok(await alice.post('/messages', { ...sent, content: '> @**all**\n\n@_**all** `@**all**`' }))
    ok(await world.owner.post('/messages', { ...sent, content: '@**all**' }))
  })

  test('in notices notify nobody, whatever a topic is called', async () => {
    expect(await rendered(alice, '@**Bob** @**all**', { isNotice: true })).toMatchObject({
      mentionedUsers: [],
      wildcard: undefined,
    })
    const queue = await world.owner.register()
    const id = await alice.say('x', { topic: 'a** @**all** #**b' })
    ok(await alice.patch(`/messages/${id}`, { topic: 'new' }))
    const events = await world.owner.events(queue)
    const notice = events.find((event) => event['message']?.content?.includes('moved here'))
    expect(notice?.['flags']).toEqual([])
  })
})

describe('links to places', () => {
  beforeEach(async () => {
    ok(
      await alice.post('/channels/create', {
        name: 'den',
        invite_only: true,
        history_public_to_subscribers: true,
        subscribers: [alice.id],
      }),
    )
    await alice.say('x', { to: 'den', topic: 'plans' })
  })

  test('work for those who may know of the channel, and tell others nothing', async () => {
    const content = '#**den** #**den>plans**'
    expect((await rendered(alice, content)).html).toContain('href="/#narrow/channel/2-den"')
    expect((await rendered(bob, content)).html).toBe(
      '<p>#<strong>den</strong> #<strong>den&gt;plans</strong></p>',
    )
  })

  test('name the newest message only of topics that the author reads', async () => {
    const newest = await alice.say('y', { topic: 'open' })
    expect((await rendered(bob, '#**general>OPEN**')).html).toContain(`/topic/OPEN/with/${newest}"`)
    // The administrator knows of the channel, but reads nothing there.
    expect((await rendered(world.owner, '#**den>plans**')).html).toContain('/topic/plans"')
  })
})

describe('what a message holds', () => {
  test.each([
    ['plain', {}],
    ['see https://example.com', { hasLink: true }],
    ['`https://example.com`', {}],
    ['#**general**', {}],
    ['[a](/user_uploads/1/a.txt)', { hasLink: true, hasAttachment: true }],
    [
      '[a](http://chat.test/user_uploads/1/a.png)',
      { hasLink: true, hasAttachment: true, hasImage: true },
    ],
    ['![a](/user_uploads/1/a.png)', { hasAttachment: true, hasImage: true }],
    ['![a](/user_uploads/1/a.mp3)', { hasAttachment: true }],
    ['![a](https://example.com/a.png)', { hasLink: true }],
    ['/user_uploads/1/a.png', {}],
    ['/me waves', { isMeMessage: true }],
    ['/me', {}],
    ['x /me waves', {}],
    ['/me\n```\ncode\n```', {}],
    ['/me lists:\n* a', {}],
  ])('%j', async (content, expected) => {
    expect(await rendered(alice, content)).toMatchObject({
      hasLink: false,
      hasAttachment: false,
      hasImage: false,
      isMeMessage: false,
      ...expected,
    })
  })

  test('at most 24 uploads are shown below it', async () => {
    const content = Array.from({ length: 30 }, (_, n) => `[a](/user_uploads/1/${n}.png)`).join(
      '\n\n',
    )
    expect((await rendered(alice, content)).html.match(/message_inline_image/g)).toHaveLength(24)
  })

  test('emoticons become emoji for those who want that', async () => {
    expect((await rendered(alice, ':) :/')).html).toBe('<p>:) :/</p>')
    await world.chat.store.write(async (tx) =>
      tx
        .updateTable('chat_user')
        .set({ settings: '{"translate_emoticons":true}' })
        .where('id', '=', alice.id)
        .execute(),
    )
    const { user } = await world.chat.signIn({ email: alice.email, key: alice.key }, 'test')
    const { html } = await rendered({ ...alice, user }, ':) a:) (<3) `:)` http://x.example/:)')
    expect(html.match(/class="emoji emoji-[0-9a-f]+"/g)).toEqual([
      'class="emoji emoji-1f642"',
      'class="emoji emoji-2764"',
    ])
    expect(html).toContain(' a:) ')
    expect(html).toContain('<code>:)</code>')
  })

  test('formulas with letters nobody measured do not litter the log', async () => {
    const warn = vi.spyOn(console, 'warn')
    expect((await rendered(alice, '$$\\text{🎉}$$')).html).toContain('class="katex"')
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })
})

describe('what an organization adds', () => {
  const none: OrganizationSettings = { linkifiers: [], emoji: [], alertWords: new Map() }
  const issues = { pattern: '#(?P<id>[0-9]{2,6})', urlTemplate: 'https://issues.example/{id}' }
  const linked = async (content: string, ...linkifiers: OrganizationSettings['linkifiers']) => {
    const { html } = await rendered(alice, content, { settings: { ...none, linkifiers } })
    return html.replace(/^<p>|<\/p>$/g, '')
  }

  test('patterns make links of texts that stand for themselves', async () => {
    const link = '<a href="https://issues.example/123">#123</a>'
    expect(await linked('#123', issues)).toBe(link)
    expect(await linked('see #123, (#123) #123.', issues)).toBe(`see ${link}, (${link}) ${link}.`)
    expect(await linked('#123 #123\n#123', issues)).toBe(`${link} ${link}<br>\n${link}`)
    expect(await linked('**#123** 🎉#12 🎉 #123', issues)).toMatch(
      /<strong><a .*#12 <span .*<\/span> <a /,
    )
    expect(await linked('x#123 #123x #1', issues)).toBe('x#123 #123x #1')
    expect(await linked('`#123`', issues)).toBe('<code>#123</code>')
    expect(await linked('[#123](https://x.example) https://x.example/#123', issues)).not.toContain(
      'issues.example',
    )
  })

  test('earlier patterns go first, values are encoded, other schemes are refused', async () => {
    const all = { pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://other.example/{id}' }
    expect(await linked('#123 #1', issues, all)).toBe(
      '<a href="https://issues.example/123">#123</a> <a href="https://other.example/1">#1</a>',
    )
    const words = { pattern: 'w:(?P<word>\\S+)', urlTemplate: 'https://x.example/{?word}' }
    expect(await linked('w:a&b"c', words)).toContain('href="https://x.example/?word=a%26b%22c"')
    const script = { pattern: 'js:(?P<code>\\w+)', urlTemplate: 'javascript:{code}' }
    expect(await linked('js:alert', script)).toBe('js:alert')
    const broken = { pattern: '(?=x)a(', urlTemplate: 'https://x.example' }
    const unbalanced = { pattern: 'a)(b', urlTemplate: 'https://x.example' }
    expect(await linked('ab #123', broken, unbalanced, issues)).toContain('issues.example/123')
    expect(await linked('ab', unbalanced)).toBe('ab')
  })

  test('patterns add at most 100 links to a message, and take no time to find nothing', async () => {
    const many = Array.from({ length: 150 }, (_, n) => `#${n + 100}`).join(' **x** ')
    expect((await linked(many, issues)).match(/<a /g)).toHaveLength(100)
    const evil = ['(?P<a>(a+)+)$', '(?P<a>(x+x+)+y)', '(?P<a>([a-z]{30}){30})9'].map((pattern) => ({
      pattern,
      urlTemplate: 'https://x.example/{a}',
    }))
    expect(await linked('a'.repeat(9_999), ...evil)).not.toContain('9')
  })

  test('custom emoji are pictures of this server', async () => {
    const settings = { ...none, emoji: [{ name: 'parrot', src: '/user_avatars/1/emoji/1.gif' }] }
    expect((await rendered(alice, ':parrot: :tada:', { settings })).html).toMatch(
      /^<p><img alt=":parrot:" class="emoji" src="\/user_avatars\/1\/emoji\/1.gif" title="parrot"> <span /,
    )
  })

  test('alert words tell their users, as words of their own in any case', async () => {
    const alertWords = new Map([
      [alice.id, ['Deploy', 'a.b']],
      [bob.id, ['lunch']],
    ])
    const alerted = async (content: string) =>
      (await rendered(alice, content, { settings: { ...none, alertWords } })).alertedUsers
    expect(await alerted('DEPLOY! LUNCH?')).toEqual([alice.id, bob.id])
    expect(await alerted('deployed, brunch lunches')).toEqual([])
    expect(await alerted('redeploy, deploy')).toEqual([alice.id])
    expect(await alerted('axb a.b')).toEqual([alice.id])
    expect(await alerted('*deploy*, (lunch)')).toEqual([alice.id, bob.id])
    expect(await alerted('/deploy #lunch @deploy deploy/lunch')).toEqual([])
    expect(await alerted('`deploy` and\n```\nlunch\n```')).toEqual([alice.id])
    expect(await alerted('```quote\nlunch\n```')).toEqual([bob.id])
  })

  test('alert words are kept with the message', async () => {
    ok(await bob.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] }))
    const id = await alice.say('lunch')
    const alertWords = new Map([[bob.id, ['lunch']]])
    const message = await rendered(alice, 'lunch', { settings: { ...none, alertWords } })
    await world.chat.store.write(async (tx) => {
      const row = await tx
        .selectFrom('chat_message')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await storeMentions(tx, row, message)
    })
    expect(ok(await bob.get(`/messages/${id}`))['message'].flags).toContain('has_alert_word')
  })
})

describe('topic links', () => {
  test('are addresses and what patterns find, in order', async () => {
    const linkifiers = await compileLinkifiers([
      { pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://issues.example/{id}' },
    ])
    expect(topicLinks('fix #12 (https://example.com/a#13).', linkifiers)).toEqual([
      { text: '#12', url: 'https://issues.example/12' },
      { text: 'https://example.com/a#13', url: 'https://example.com/a#13' },
    ])
    expect(topicLinks('nothing')).toEqual([])
  })

  test('come with messages and moves', async () => {
    const queue = await alice.register()
    const id = await alice.say('x', { topic: 'see https://example.com' })
    ok(await alice.patch(`/messages/${id}`, { topic: 'https://example.org' }))
    const events = await alice.events(queue)
    const [message, move] = ['message', 'update_message'].map((kind) =>
      events.find(({ type }) => type === kind),
    )
    const before = [{ text: 'https://example.com', url: 'https://example.com' }]
    const after = [{ text: 'https://example.org', url: 'https://example.org' }]
    expect(message?.['message'].topic_links).toEqual(before)
    expect(move).toMatchObject({ type: 'update_message', topic_links: after })
    expect(ok(await alice.get(`/messages/${id}`))['message'].topic_links).toEqual(after)
  })
})
