// @module-tag full
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bellhop, serveBellhop, tempDir } from '../../support/bellhop.ts'
import {
  atAnotherServer,
  inOneProcess,
  inThreeProcesses,
  type Meeting,
  type Person,
} from '../../support/chat-arrangements.ts'
import { ask, idIn } from '../../support/chat-conversation.ts'
import { CLIENTS, type McpClient } from '../../support/clients.ts'
import { chooseCombinations } from '../../support/combinations.ts'

const [[, v1], [, v2Legacy], [, v2]] = CLIENTS as [
  (typeof CLIENTS)[number],
  (typeof CLIENTS)[number],
  (typeof CLIENTS)[number],
]

const OPERATOR_KEY = 'key-of-the-operator-for-a-test'

function heardBy(client: McpClient): string[] {
  const heard: string[] = []
  client.onUpdated((uri) => heard.push(uri))
  return heard
}

const readText = async (client: McpClient, uri: string) =>
  (await client.readResource({ uri })).contents[0]?.text ?? ''

const ERAS = [
  ['2025', v1, v2Legacy],
  ['2025 and 2026', v1, v2],
  ['2026', v2, v2],
] as const

const ARRANGEMENTS = [
  ['one process', inOneProcess],
  ['three processes', inThreeProcesses],
  ['at another server', atAnotherServer],
] as const

const MEETINGS = ARRANGEMENTS.flatMap(([place, arrange]) =>
  ERAS.map(([era, ...connects]) => [`${place}, ${era}`, arrange, ...connects] as const),
)

describe.each(chooseCombinations(MEETINGS, [5, 7]))(
  '%s',
  (_, arrange, connectLocal, connectRemote) => {
    let meeting: Meeting
    let person: Person
    let local: McpClient
    let remote: McpClient
    let bystander: McpClient

    beforeAll(async () => {
      meeting = await arrange(connectLocal, connectRemote)
      ;({ person, local, remote, bystander } = meeting)
    })
    afterAll(async () => meeting[Symbol.asyncDispose]())

    test('two agents, a person and zulip-js hold a conversation', async () => {
      const me = await ask(local, 'get_own_user')
      const place = { channel: 'general', topic: 'a/b, c' }
      const uri = `chat://channel/general/topic/${encodeURIComponent(place.topic)}`
      const localHeard = heardBy(local)
      const remoteHeard = heardBy(remote)
      await local.subscribe('chat://mentions')
      const stopLocal = await local.subscribe(uri)
      await remote.subscribe('chat://inbox')
      await remote.subscribe(uri)

      const { zulip } = meeting
      const queue = await zulip.queues.register({ event_types: ['message', 'reaction'] })
      const { cursor } = await ask(local, 'chat_wait_for_events', { seconds: 0 })
      const { id } = await ask(local, 'send_message', { ...place, content: 'Shall we?' })
      await vi.waitFor(() =>
        expect(remoteHeard.toSorted()).toEqual([uri, 'chat://inbox'].toSorted()),
      )
      expect(await readText(remote, 'chat://inbox')).toContain(`${id} `)
      expect(await readText(remote, uri)).toContain(`${me['name']} [unread]: Shall we?`)

      remoteHeard.length = 0
      const waiting = ask(local, 'chat_wait_for_events', { cursor, seconds: 20 })
      const sent = await person('POST', '/messages', {
        type: 'stream',
        to: 'general',
        topic: place.topic,
        content: `Ask @**${me['name']}**`,
      })
      expect((await waiting)['events'].map(idIn)).toEqual([sent['id']])
      await vi.waitFor(() => expect(localHeard).toContain('chat://mentions'))
      expect(await readText(local, 'chat://mentions')).toContain(`Ask @**${me['name']}**`)
      await vi.waitFor(() => expect(remoteHeard).toContain(uri))

      remoteHeard.length = 0
      await ask(local, 'update_message', { message_id: id, content: 'Shall we *now*?' })
      await vi.waitFor(() => expect(remoteHeard).toContain(uri))
      expect(await readText(remote, uri)).toContain('Shall we *now*?')

      localHeard.length = 0
      await ask(remote, 'add_reaction', { message_id: id, emoji: 'tada' })
      await vi.waitFor(() => expect(localHeard).toContain(uri))
      expect(await readText(local, uri)).toContain('tada 1')

      localHeard.length = 0
      await zulip.messages.send({
        to: 'general',
        type: 'stream',
        topic: place.topic,
        content: 'Yes',
      })
      await vi.waitFor(() => expect(localHeard).toContain(uri))
      expect(await readText(local, uri)).toContain('Yes')
      const { events } = await zulip.events.retrieve({
        queue_id: queue['queue_id'],
        last_event_id: -1,
      })
      expect(events).toMatchObject([
        { type: 'message', message: { id } },
        { type: 'message', message: { id: sent['id'] } },
        { type: 'reaction', message_id: id, op: 'add' },
        { type: 'message', message: { subject: place.topic } },
      ])

      await stopLocal()
      localHeard.length = 0
      remoteHeard.length = 0
      await ask(remote, 'remove_reaction', { message_id: id, emoji: 'tada' })
      await vi.waitFor(() => expect(remoteHeard).toContain(uri))
      expect(localHeard).toEqual([])
    })

    test('nobody is notified of what they may not read, or may no longer read', async () => {
      const heard = heardBy(remote)
      const others = heardBy(bystander)
      await person('POST', '/users/me/subscriptions', {
        subscriptions: '[{"name":"secret"}]',
        invite_only: 'true',
      })
      const { stream_id: id } = await person('GET', '/get_stream_id', { stream: 'secret' })
      const uri = `chat://channel/${String(id)}`
      await expect(remote.subscribe(uri)).rejects.toThrow()
      await expect(remote.readResource({ uri })).rejects.toThrow()
      await expect(remote.subscribe('chat://nothing')).rejects.toThrow()
      await expect(local.subscribe(uri)).rejects.toThrow()
      await bystander.subscribe('chat://inbox')
      const { id: helper } = await ask(remote, 'get_own_user')
      await person('POST', '/users/me/subscriptions', {
        subscriptions: '[{"name":"secret"}]',
        principals: JSON.stringify([helper]),
      })
      await remote.subscribe(uri)
      const say = async (content: string) =>
        person('POST', '/messages', { type: 'stream', to: 'secret', topic: 't', content })
      heard.length = 0
      await say('for those in it')
      await vi.waitFor(() => expect(heard).toContain(uri))
      await person('DELETE', '/users/me/subscriptions', {
        subscriptions: '["secret"]',
        principals: JSON.stringify([helper]),
      })
      heard.length = 0
      await say('for the others')
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(heard).not.toContain(uri)
      expect(others).toEqual([])
    })

    test('documents are listed, and places completed', async () => {
      const { resources } = await remote.listResources()
      expect(resources.map(({ uri }) => uri)).toEqual(
        expect.arrayContaining([
          'chat://inbox',
          'chat://mentions',
          'chat://channels',
          'chat://users',
          'chat://presence',
          expect.stringMatching(/^chat:\/\/channel\/\d+$/),
          expect.stringMatching(/^chat:\/\/dm\/\d+$/),
        ]),
      )
      const { resourceTemplates } = await remote.listResourceTemplates()
      const topics = 'chat://channel/{id}/topic/{topic}'
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(
        expect.arrayContaining([topics, 'chat://dm/{ids*}', 'chat://events/{queue_id}']),
      )
      const valuesFor = async (
        ref: Parameters<McpClient['complete']>[0]['ref'],
        argument: { name: string; value: string },
        known?: Record<string, string>,
      ) =>
        (
          await remote.complete({
            ref,
            argument,
            ...(known ? { context: { arguments: known } } : {}),
          })
        ).completion.values
      const address = { type: 'ref/resource', uri: topics } as const
      expect(await valuesFor(address, { name: 'id', value: 'gen' })).toEqual(['general'])
      expect(await valuesFor(address, { name: 'topic', value: 'B' }, { id: 'general' })).toEqual([
        'a/b, c',
      ])
      const prompt = { type: 'ref/prompt', name: 'summarize_topic' } as const
      expect(await valuesFor(prompt, { name: 'channel', value: 'ge' })).toEqual(['general'])
      expect(
        await valuesFor(prompt, { name: 'topic', value: '' }, { channel: 'general' }),
      ).toContain('a/b, c')
      const prompts = (await remote.listPrompts()).prompts.map(({ name }) => name)
      expect(prompts).toEqual(
        expect.arrayContaining(['catch_up', 'summarize_topic', 'draft_reply']),
      )
      const { messages } = await remote.getPrompt({
        name: 'draft_reply',
        arguments: { channel: 'general', topic: 'a "quoted" one' },
      })
      expect(messages[0]?.content.text).toContain('"a \\"quoted\\" one"')
    })

    test('a queue is a document too', async () => {
      const heard = heardBy(remote)
      const { queue_id } = await ask(remote, 'register_queue', { event_types: ['message'] })
      const uri = `chat://events/${String(queue_id)}`
      await remote.subscribe(uri)
      await expect(bystander.subscribe(uri)).rejects.toThrow()
      const { id } = await ask(local, 'send_message', {
        channel: 'general',
        topic: 'q',
        content: 'queued',
      })
      await vi.waitFor(() => expect(heard).toContain(uri))
      expect(await readText(remote, uri)).toMatch(new RegExp(`"id":${String(id)}\\b.*queued`))
      const { events } = await ask(remote, 'get_events', { queue_id })
      await ask(remote, 'get_events', { queue_id, last_event_id: events.at(-1).id })
      expect(await readText(remote, uri)).toBe('Nothing happened.')
    })

    test('a burst does not flood, and its end is told', async () => {
      const uri = 'chat://channel/general/topic/burst'
      await remote.subscribe(uri)
      const heard = heardBy(remote)
      const sends = Array.from({ length: 5 }, async () => {
        for (let n = 0; n < 30; n += 1) {
          await person('POST', '/messages', {
            type: 'stream',
            to: 'general',
            topic: 'burst',
            content: `${n}`,
          })
        }
      })
      await Promise.all(sends)
      heard.length = 0
      await ask(local, 'send_message', { channel: 'general', topic: 'burst', content: 'the end' })
      // Who reads whenever they hear of it, and only then, has read the end.
      let heardCount = 0
      let last = ''
      await vi.waitFor(async () => {
        if (heard.length > heardCount) {
          heardCount = heard.length
          last = await readText(remote, uri)
        }
        expect(last).toContain('the end')
      })
      expect(heard.filter((one) => one === uri).length).toBeLessThan(15)
    })
  },
)

test('an API key of the chat opens only the chat where keys are needed, and counts as its account', async () => {
  using dir = tempDir()
  const keyFile = join(dir.path, 'keys')
  writeFileSync(keyFile, `helper ${OPERATOR_KEY}\nada@example.com ${OPERATOR_KEY}-2\n`)
  const flags = ['--data-dir', dir.path, '--key-file', keyFile, '--chat-rate-limits', '8/60']
  await using server = await serveBellhop(flags)
  const added = await bellhop([
    'chat',
    'user',
    'add',
    'ada@example.com',
    'Ada',
    ...flags.slice(0, 2),
  ])
  const apiKey = /API key: (\S+)/.exec(added.stdout)?.[1] ?? ''
  const url = `${server.url}/mcp`
  const bearer = (key: string) => ({ url, headers: { authorization: `Bearer ${key}` } })
  const named = async (client: McpClient) =>
    (await client.listTools()).tools.map(({ name }) => name)

  const ada = await v2(bearer(apiKey))
  expect(await named(ada)).toContain('send_message')
  expect(await named(ada)).not.toContain('extract')
  await expect(
    ada.callTool({ name: 'convert', arguments: { from: 'csv', to: 'json', data: 'a' } }),
  ).rejects.toThrow()
  const sameAda = await v1(bearer(`${OPERATOR_KEY}-2`))
  expect(await named(sameAda)).toContain('extract')
  expect(await ask(sameAda, 'get_own_user')).toEqual(await ask(ada, 'get_own_user'))

  const basic = { authorization: `Basic ${btoa(`ada@example.com:${apiKey}`)}` }
  for (let n = 0; n < 6; n += 1) {
    await fetch(`${server.url}/api/v1/users/me`, { headers: basic })
  }
  const refused = await ada.callTool({ name: 'get_own_user', arguments: {} })
  expect(refused.content[0]?.text).toMatch(/^rate_limited: /)
  await expect(ada.readResource({ uri: 'chat://inbox' })).rejects.toThrow(/rate_limited/)
  await expect(ada.subscribe('chat://inbox')).rejects.toThrow(/rate_limited/)
  const helper = await v2(bearer(OPERATOR_KEY))
  expect(await ask(helper, 'get_own_user')).toMatchObject({ name: 'helper' })
  await Promise.all([ada, sameAda, helper].map(async (client) => client.close()))
})
