import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { until } from '../../../support/odd-chat-queue.ts'
import { refusal, type Route } from '../../../support/odd-chat-server.ts'
import {
  between,
  inTopic,
  listen,
  settled,
  startWatched,
} from '../../../support/watched-chat-server.ts'

describe('what touches what', () => {
  const URIS = [
    'chat://inbox',
    'chat://mentions',
    'chat://channels',
    'chat://users',
    'chat://presence',
    'chat://channel/1',
    'chat://channel/general/topic/A',
    'chat://channel/1/topic/b',
    'chat://channel/2',
    'chat://dm/8',
  ]

  test.each<[string, Record<string, unknown>, string[]]>([
    ['a message', inTopic('a'), [URIS[0]!, URIS[5]!, URIS[6]!]],
    ['a mention', { ...inTopic('c'), flags: ['mentioned'] }, [URIS[0]!, URIS[1]!, URIS[5]!]],
    [
      'a mention of all',
      { ...inTopic('c'), flags: ['stream_wildcard_mentioned'] },
      [URIS[0]!, URIS[1]!, URIS[5]!],
    ],
    ['an own message', inTopic('a', { sender_id: 7 }), [URIS[5]!, URIS[6]!]],
    ['a message elsewhere', inTopic('a', { stream_id: 2 }), [URIS[8]!]],
    ['a direct message', between(7, 8), [URIS[0]!, URIS[9]!]],
    ['a direct message of three', between(7, 8, 9), [URIS[0]!]],
    ['a reaction', { type: 'reaction', message_id: 50 }, [URIS[5]!, URIS[7]!]],
    ['a reaction to a direct message', { type: 'reaction', message_id: 51 }, [URIS[9]!]],
    ['a reaction to nobody knows what', { type: 'reaction', message_id: 52 }, []],
    [
      'a move',
      { type: 'update_message', message_ids: [50], stream_id: 1, orig_subject: 'a', subject: 'b' },
      [URIS[0]!, URIS[1]!, URIS[5]!, URIS[6]!, URIS[7]!],
    ],
    [
      'a deletion',
      { type: 'delete_message', message_type: 'stream', stream_id: 1, topic: 'B' },
      [URIS[0]!, URIS[1]!, URIS[5]!, URIS[7]!],
    ],
    [
      'a deletion somewhere',
      { type: 'delete_message', message_type: 'private' },
      [URIS[0]!, URIS[1]!, URIS[9]!],
    ],
    ['a new user', { type: 'realm_user', op: 'add' }, [URIS[3]!]],
    ['presence', { type: 'presence' }, [URIS[4]!]],
    ['a channel', { type: 'stream', op: 'create' }, [URIS[2]!]],
    ['joining', { type: 'subscription', op: 'add' }, [URIS[0]!, URIS[2]!]],
    ['reading', { type: 'update_message_flags' }, [URIS[0]!, URIS[1]!]],
    ['typing', { type: 'typing' }, []],
  ])('%s', { tags: 'full' }, async (_, event, expected) => {
    await using stage = await startWatched()
    stage.messages.set(50, { id: 50, stream_id: 1, display_recipient: 'general', subject: 'b' })
    stage.messages.set(51, { id: 51, display_recipient: [{ id: 8 }, { id: 7 }], subject: '' })
    const listeners = await Promise.all(
      URIS.map(async (uri) => ({ uri, ...(await listen(stage.opened, uri)) })),
    )
    // The last event shows that the one before has been told.
    stage.queue.add(event)
    await vi.waitFor(() => {
      const touched = listeners.filter(({ heard }) => heard.mock.calls.length > 0)
      expect(touched.map(({ uri }) => uri).toSorted()).toEqual(expected.toSorted())
    })
    const notice = (uri: string) => uri !== 'chat://presence'
    await settled(stage)
    const touched = listeners.filter(({ heard }) => heard.mock.calls.length > 0)
    const uris = touched.map(({ uri }) => uri).filter(notice)
    expect(uris.toSorted()).toEqual(expected.filter(notice).toSorted())
  })

  test('places are looked up once for all, and not where nobody asks for any', async () => {
    await using stage = await startWatched()
    const { opened, odd, queue } = stage
    const inbox = await listen(opened, 'chat://inbox')
    queue.add({ type: 'reaction', message_id: 50 }, { type: 'update_message', message_ids: [51] })
    await vi.waitFor(() => expect(inbox.heard).toHaveBeenCalledOnce())
    expect(odd.count('GET /messages')).toBe(0)
    stage.messages.set(50, { id: 50, stream_id: 1, subject: 'b' })
    const { heard } = await listen(opened, 'chat://channel/1')
    queue.add(...[50, 53, 50, 54].map((id) => ({ type: 'reaction', message_id: id })))
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
    const lookUps = odd.requests.filter(({ path }) => path === '/messages')
    expect(lookUps.map(({ fields }) => fields['message_ids'])).toEqual(['[50,53,54]'])
  })
})

describe('a server that fails', () => {
  test('to register a queue refuses the one who asks, and the next one asks anew', async () => {
    await using stage = await startWatched()
    const { odd, queue, opened } = stage
    const register = odd.routes['POST /register']!
    odd.routes['POST /register'] = () => refusal(500, 'INTERNAL')
    const failed = { code: 'upstream_failed' }
    await Promise.all(
      [1, 2].map(async () => expect(listen(opened, 'chat://inbox')).rejects.toMatchObject(failed)),
    )
    odd.routes['POST /register'] = register
    const { heard } = await listen(opened, 'chat://inbox')
    queue.add(inTopic('t'))
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
  })

  test('forgets the queue: everybody is told once there is another, and hears on', async () => {
    await using stage = await startWatched()
    const { odd, queue, opened } = stage
    const inbox = await listen(opened, 'chat://inbox')
    const users = await listen(opened, 'chat://users')
    await until(() => queue.open() === 1)
    let finish = () => {}
    odd.routes['POST /register'] = (_, response) => {
      finish = () => response.end('{"result":"success","queue_id":"q2","last_event_id":0}')
      return undefined
    }
    odd.routes['GET /events'] = (request, response) =>
      request.fields['queue_id'] === 'q'
        ? refusal(400, 'BAD_EVENT_QUEUE_ID')
        : queue.poll(request, response)
    queue.add({ type: 'heartbeat' })
    await until(() => odd.count('POST /register') === 2)
    await nextTurn()
    // What happens now is in no queue: who was told too early would miss it.
    expect(inbox.heard).not.toHaveBeenCalled()
    finish()
    for (const { heard } of [inbox, users]) {
      await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
    }
    queue.add(inTopic('t'))
    await vi.waitFor(() => expect(inbox.heard).toHaveBeenCalledTimes(2))
    expect(users.heard).toHaveBeenCalledOnce()
  })

  test('forgets the queue, and takes a channel away meanwhile', async () => {
    await using stage = await startWatched()
    const { odd, queue, opened, access } = stage
    const inbox = await listen(opened, 'chat://inbox')
    const channel = await listen(opened, 'chat://channel/2')
    await until(() => queue.open() === 1)
    access.readable.splice(0, 2, 1)
    odd.routes['POST /register'] = () => ({ queue_id: 'q2', last_event_id: 0 })
    odd.routes['GET /events'] = (request, response) =>
      request.fields['queue_id'] === 'q'
        ? refusal(400, 'BAD_EVENT_QUEUE_ID')
        : queue.poll(request, response)
    queue.add({ type: 'heartbeat' })
    await vi.waitFor(() => expect(inbox.heard).toHaveBeenCalledOnce())
    expect(channel.heard).not.toHaveBeenCalled()
  })

  test('is gone and comes back: what happened meanwhile is told', { tags: 'full' }, async () => {
    await using stage = await startWatched()
    const { odd, queue, opened } = stage
    const { heard } = await listen(opened, 'chat://channel/1')
    await until(() => queue.open() === 1)
    await odd.stop()
    await odd.answerNextWithRefusal()
    queue.add(inTopic('t'))
    await odd.start()
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
  })

  test.concurrent.each<[string, Route]>([
    ['a redirect', () => ({ status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } })],
    ['an answer without end', () => ({ status: 200, body: `"${'x'.repeat(17 * 1024 * 1024)}"` })],
    ['a page', () => ({ status: 200, body: '<html>' })],
    ['another shape', () => ({ events: [{ id: 'x' }] })],
  ])('answers %s: it is asked again later', { tags: 'full' }, async (_, route) => {
    await using stage = await startWatched()
    const { odd, queue, opened } = stage
    const { heard } = await listen(opened, 'chat://channel/1')
    await until(() => queue.open() === 1)
    odd.routes['GET /events'] = route
    queue.add({ type: 'heartbeat' })
    await until(() => odd.count('GET /events') === 3)
    expect(heard).not.toHaveBeenCalled()
    odd.routes['GET /events'] = queue.poll
    queue.add(inTopic('t'))
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
  })

  test('says events of no known shape: they touch nothing', async () => {
    await using stage = await startWatched()
    const { odd, queue, opened } = stage
    const { heard } = await listen(opened, 'chat://channel/1')
    queue.add(
      { type: 'constructor' },
      { type: '__proto__' },
      { type: 'message', message: null, flags: 7 },
      { type: 'message', message: { stream_id: '1', display_recipient: [null, 7], subject: {} } },
      { type: 'update_message', message_ids: 'all', stream_id: {}, orig_subject: 1 },
      { type: 'update_message', message_ids: [{}, 'x', 1.5, -1e300] },
      { type: 'reaction', message_id: {} },
      { type: 'delete_message', message_type: [], topic: [] },
      { type: 'presence', presences: 'x'.repeat(1_000) },
    )
    await settled(stage)
    expect(heard).not.toHaveBeenCalled()
    expect(odd.count('GET /messages')).toBe(0)
    queue.add(inTopic('t'))
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
  })

  test('tells of more messages than are looked up: everything is taken for touched', async () => {
    await using stage = await startWatched()
    const { odd, queue, opened } = stage
    const { heard } = await listen(opened, 'chat://channel/2')
    queue.add(
      ...Array.from({ length: 201 }, (_, index) => ({ type: 'reaction', message_id: index })),
    )
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
    expect(odd.count('GET /messages')).toBe(0)
  })

  test(
    'tells something without end: it is asked, and tells, at a pace',
    { tags: 'full' },
    async () => {
      let id = 0
      await using stage = await startWatched({
        'GET /events': () => ({
          events: [
            { ...inTopic('t'), id: (id += 1) },
            { type: 'stream', id },
          ],
        }),
      })
      const { heard } = await listen(stage.opened, 'chat://channel/1')
      await delay(2_000)
      // 40 at once, and two a second.
      expect(stage.odd.requests.length).toBeLessThan(55)
      expect(heard.mock.calls.length).toBeLessThan(15)
      expect(heard).toHaveBeenCalled()
    },
  )
})
