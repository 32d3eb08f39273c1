import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { getEvents } from '../../../../tools/chat/events/get-events.ts'
import { registerQueue } from '../../../../tools/chat/events/register-queue.ts'
import { startQueue, until } from '../../../support/odd-chat-queue.ts'
import { answer, refusal } from '../../../support/odd-chat-server.ts'
import { inTopic, listen, settled, startWatched } from '../../../support/watched-chat-server.ts'

describe('one queue for all who listen', () => {
  test('is registered by the first of them, polled once, and deleted after the last', async () => {
    await using stage = await startWatched()
    const { odd, queue, opened } = stage
    expect(odd.requests).toEqual([])
    const all = await Promise.all(
      ['chat://inbox', 'chat://channel/1', 'chat://channel/1', 'chat://users'].map(async (uri) =>
        listen(opened, uri),
      ),
    )
    await until(() => queue.open() === 1)
    queue.add(inTopic('t'))
    for (const { heard } of all.slice(0, 3)) {
      await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
    }
    expect(all[3]?.heard).not.toHaveBeenCalled()
    await until(() => queue.open() === 1)
    expect(odd.count('POST /register')).toBe(1)
    for (const { stop } of all.slice(1)) stop()
    expect(odd.count('DELETE /events')).toBe(0)
    all[0]?.stop()
    await until(() => odd.count('DELETE /events') === 1)
    expect(odd.requests.at(-1)?.fields).toEqual({ queue_id: 'q' })
    await until(() => queue.open() === 0)
    queue.add(inTopic('t'))
    await settled(stage)
    // Nothing but what listens to that was asked for.
    expect(odd.count('POST /register')).toBe(2)
    expect(all[0]?.heard).toHaveBeenCalledOnce()
  })

  test('is another one for the next to listen', async () => {
    await using stage = await startWatched()
    const { odd, queue, opened } = stage
    const first = await listen(opened, 'chat://inbox')
    first.stop()
    const { heard } = await listen(opened, 'chat://inbox')
    queue.add(inTopic('t'))
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
    expect(odd.count('POST /register')).toBe(2)
    expect(odd.count('DELETE /events')).toBe(1)
  })

  test('is of all events and of public channels; guests may not hear of these', async () => {
    await using member = await startWatched()
    await listen(member.opened, 'chat://inbox')
    const fieldsOf = ({ odd }: typeof member) =>
      odd.requests.find(({ path }) => path === '/register')?.fields
    expect(fieldsOf(member)).toMatchObject({ all_public_streams: 'true', fetch_event_types: '[]' })
    expect(fieldsOf(member)).not.toHaveProperty('event_types')
    const self = { user_id: 7, full_name: 'Ada', email: 'ada@example.com', is_guest: true }
    await using guest = await startWatched({ 'GET /users/me': () => self })
    await listen(guest.opened, 'chat://inbox')
    expect(fieldsOf(guest)).toMatchObject({ all_public_streams: 'false' })
  })

  test('is deleted too when the process ends, and when it ends while it is registered', async () => {
    await using stage = await startWatched()
    const { heard } = await listen(stage.opened, 'chat://inbox')
    await stage.opened.close()
    expect(stage.odd.count('DELETE /events')).toBe(1)
    await until(() => stage.queue.open() === 0)
    stage.queue.add(inTopic('t'))
    await expect(listen(stage.opened, 'chat://inbox')).rejects.toMatchObject({ code: 'cancelled' })
    expect(stage.odd.count('POST /register')).toBe(1)
    expect(stage.queue.open()).toBe(0)
    expect(heard).not.toHaveBeenCalled()

    let finish = () => {}
    await using slow = await startWatched({
      'POST /register': (_, response) => {
        finish = () => response.end('{"result":"success","queue_id":"late","last_event_id":-1}')
        return undefined
      },
    })
    const listening = listen(slow.opened, 'chat://inbox')
    const refused = expect(listening).rejects.toMatchObject({ code: 'cancelled' })
    await until(() => slow.odd.count('POST /register') === 1)
    const closed = slow.opened.close()
    await nextTurn()
    finish()
    await closed
    await refused
    expect(slow.odd.requests.at(-1)).toMatchObject({
      method: 'DELETE',
      fields: { queue_id: 'late' },
    })
  })
})

describe('who may listen', () => {
  test.each([
    'chat://nothing',
    'chat://inbox/1',
    'chat://channel/secret',
    'chat://channel/3/topic/t',
    'chat://channel/nowhere',
    'chat://dm/nobody',
    'chat://events/x',
  ])('%s is refused, and nothing stays behind', async (uri) => {
    await using stage = await startWatched()
    const { poll } = stage.queue
    stage.odd.routes['GET /events'] = (request, response) =>
      request.fields['queue_id'] === 'q'
        ? poll(request, response)
        : refusal(400, 'BAD_EVENT_QUEUE_ID')
    await expect(listen(stage.opened, uri)).rejects.toMatchObject({
      code: expect.stringMatching(/^(not_found|invalid_input)$/),
    })
    await until(() => stage.odd.count('DELETE /events') === stage.odd.count('POST /register'))
  })

  test('a permission of a moment ago counts', async () => {
    await using stage = await startWatched()
    await listen(stage.opened, 'chat://inbox')
    stage.access.readable.push(3)
    const { heard } = await listen(stage.opened, 'chat://channel/secret')
    stage.queue.add(inTopic('t', { stream_id: 3 }))
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
  })

  test('what the server said last counts, however long it took to say what was before', async () => {
    await using stage = await startWatched()
    const { queue, access, opened, odd } = stage
    const { heard } = await listen(opened, 'chat://inbox')
    const listening = async () => listen(opened, 'chat://channel/secret')
    await expect(listening()).rejects.toThrow()
    const streams = odd.routes['GET /streams']!
    const late: (() => void)[] = []
    odd.routes['GET /streams'] = (request, response) => {
      const said = streams(request, response)
      late.push(() => answer(response, said!))
      return undefined
    }
    const refused = expect(listening()).rejects.toThrow()
    await until(() => late.length > 0)
    odd.routes['GET /streams'] = streams
    access.subscribed.push(2)
    const requestsBefore = odd.count('GET /streams')
    queue.add({ type: 'subscription', op: 'add' })
    // It is asked again only when that was answered.
    for (let turn = 0; turn < 5; turn += 1) await (await fetch(odd.url)).text()
    expect([heard.mock.calls, odd.count('GET /streams')]).toEqual([[], requestsBefore])
    for (const say of late) say()
    await refused
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
    queue.add(inTopic('t', { stream_id: 2 }))
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2))
  })

  test('who loses a channel hears nothing more of it, and the others go on', async () => {
    await using stage = await startWatched()
    const { queue, access, opened, odd } = stage
    const lost = await listen(opened, 'chat://channel/2')
    const kept = await listen(opened, 'chat://channel/1')
    access.readable.splice(0, 2, 1)
    queue.add({ type: 'subscription', op: 'remove' })
    await settled(stage)
    queue.add(inTopic('t', { stream_id: 2 }), inTopic('t'))
    await vi.waitFor(() => expect(kept.heard).toHaveBeenCalledOnce())
    expect(lost.heard).not.toHaveBeenCalled()
    kept.stop()
    await until(() => odd.count('DELETE /events') === 1)
  })

  test('a key that is none any more ends everything', async () => {
    await using stage = await startWatched()
    const { queue, opened, odd } = stage
    const { heard } = await listen(opened, 'chat://inbox')
    await until(() => queue.open() === 1)
    odd.routes['GET /events'] = () => refusal(401, 'UNAUTHORIZED')
    queue.add({ type: 'heartbeat' })
    await until(() => odd.count('DELETE /events') === 1)
    odd.routes['GET /events'] = queue.poll
    queue.add(inTopic('t'))
    await settled(stage)
    expect(heard).not.toHaveBeenCalled()
  })

  test(
    'a server that does not say who may read what takes nothing away: it is asked again',
    { tags: 'full' },
    async () => {
      await using stage = await startWatched()
      const { queue, opened, odd } = stage
      const { heard } = await listen(opened, 'chat://channel/1')
      const streams = odd.routes['GET /streams']!
      odd.routes['GET /streams'] = () => refusal(500, 'INTERNAL')
      const requestsBefore = odd.count('GET /streams')
      queue.add({ type: 'realm', op: 'update' }, inTopic('t'))
      await until(() => odd.count('GET /streams') > requestsBefore + 1)
      expect(heard).not.toHaveBeenCalled()
      expect(odd.count('GET /streams')).toBeLessThan(8)
      odd.routes['GET /streams'] = streams
      await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
    },
  )
})

describe('a queue of an agent', () => {
  const signal = new AbortController().signal

  /** A server with the queue `mine` beside the one that is watched. */
  async function startWithQueue() {
    const mine = startQueue()
    const stage = await startWatched()
    const { odd, queue } = stage
    odd.routes['GET /events'] = (request, response) => {
      if (request.fields['queue_id'] === 'q') return queue.poll(request, response)
      return request.fields['queue_id'] === 'mine'
        ? mine.poll(request, response)
        : refusal(400, 'BAD_EVENT_QUEUE_ID')
    }
    return { ...stage, mine }
  }

  test('is touched by what is in it, after what the agent has acknowledged', async () => {
    await using stage = await startWithQueue()
    const { opened, odd, queue, mine } = stage
    const { server } = opened.actor
    odd.routes['POST /register'] = () => ({ queue_id: 'mine', last_event_id: 3 })
    await server.run(registerQueue, { input: {}, signal })
    expect(server.acknowledged('mine')).toBe(3)
    odd.routes['POST /register'] = queue.routes['POST /register']
    const peeks = () => odd.requests.filter(({ fields }) => fields['queue_id'] === 'mine')
    const { heard } = await listen(opened, 'chat://events/mine')
    expect(peeks().at(-1)?.fields).toMatchObject({ last_event_id: '3', dont_block: 'true' })
    queue.add(inTopic('t'))
    await until(() => peeks().length === 2)
    expect(heard).not.toHaveBeenCalled()
    mine.add({ id: 5, type: 'message' })
    queue.add(inTopic('t'))
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
    const input = { queue_id: 'mine', last_event_id: 5, dont_block: true }
    await server.run(getEvents, { input, signal })
    queue.add(inTopic('t'))
    await until(() => peeks().length === 5)
    expect(peeks().at(-1)?.fields).toMatchObject({ last_event_id: '5' })
    await settled(stage)
    expect(heard).toHaveBeenCalledOnce()
  })

  test('is touched for whoever watches it, whenever another one begins to', async () => {
    await using stage = await startWithQueue()
    const { opened, queue, mine } = stage
    const first = await listen(opened, 'chat://events/mine')
    mine.add({ type: 'message' })
    const second = await listen(opened, 'chat://events/mine')
    queue.add(inTopic('t'))
    await vi.waitFor(() => expect(first.heard).toHaveBeenCalledOnce())
    expect(second.heard).toHaveBeenCalledOnce()
  })

  test('that the server does not show is told of whatever happens', async () => {
    await using stage = await startWithQueue()
    const { odd, queue, opened } = stage
    const known = odd.routes['GET /events']!
    odd.routes['GET /events'] = (request, response) =>
      request.fields['queue_id'] === 'mine' ? refusal(400, 'BAD_REQUEST') : known(request, response)
    const { heard } = await listen(opened, 'chat://events/mine')
    queue.add({ type: 'typing' })
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
  })

  test('that is gone is lost', async () => {
    await using stage = await startWithQueue()
    const { odd, queue, opened } = stage
    await listen(opened, 'chat://events/mine')
    const known = odd.routes['GET /events']!
    odd.routes['GET /events'] = (request, response) =>
      request.fields['queue_id'] === 'mine'
        ? refusal(400, 'BAD_EVENT_QUEUE_ID')
        : known(request, response)
    queue.add({ type: 'typing' })
    await vi.waitFor(() => expect(odd.count('DELETE /events')).toBe(1))
  })

  test('is one of few', async () => {
    await using stage = await startWatched({ 'GET /events': () => ({ events: [] }) })
    for (let n = 0; n < 10; n++) await listen(stage.opened, `chat://events/${n}`)
    await listen(stage.opened, 'chat://events/9')
    await expect(listen(stage.opened, 'chat://events/10')).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})
