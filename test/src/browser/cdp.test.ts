import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { type CdpFields, CdpFailure } from '../../../src/browser/cdp.ts'
import { openPipeClient } from '../../../src/browser/launch/pipe.ts'
import { MESSAGE_MAX_BYTES } from '../../../src/browser/limits.ts'

/** A client, and the other end of its pipes: what it sent, and how to send it something. */
function openBoth() {
  const to = new PassThrough()
  const from = new PassThrough()
  const sent: CdpFields[] = []
  let tooMuch = 0
  to.on('data', (chunk: Buffer) => {
    for (const text of chunk.toString('utf8').split('\0')) {
      if (text !== '') sent.push(JSON.parse(text) as CdpFields)
    }
  })
  const cdp = openPipeClient(to, from, () => (tooMuch += 1))
  const receive = (...messages: unknown[]): void => {
    from.write(messages.map((message) => `${JSON.stringify(message)}\0`).join(''))
  }
  return { cdp, from, sent, receive, overflows: () => tooMuch }
}

test('commands are numbered, and answered in any order, each in its session', async () => {
  const { cdp, sent, receive } = openBoth()
  const first = cdp.send('Browser.getVersion')
  const second = cdp.send('Page.navigate', { url: 'x' }, 'S1')
  await expect.poll(() => sent.length).toBe(2)
  expect(sent).toEqual([
    { id: 1, method: 'Browser.getVersion', params: {} },
    { id: 2, method: 'Page.navigate', params: { url: 'x' }, sessionId: 'S1' },
  ])
  receive({ id: 2, result: { frameId: 'F' }, sessionId: 'S1' }, { id: 1, result: { product: 'P' } })
  expect(await second).toEqual({ frameId: 'F' })
  expect(await first).toEqual({ product: 'P' })
})

test('a refusal names the command', async () => {
  const { cdp, receive } = openBoth()
  const pending = cdp.send('Page.navigate')
  receive({ id: 1, error: { code: -32000, message: 'Cannot navigate' } })
  await expect(pending).rejects.toThrow('Page.navigate: Cannot navigate')
})

test('events go to the handlers of their session, as long as these listen', async () => {
  const { cdp, receive } = openBoth()
  const heard: string[] = []
  const stop = cdp.on('S1', 'Page.loaded', ({ n }) => heard.push(`one ${n}`))
  cdp.on('S2', 'Page.loaded', ({ n }) => heard.push(`two ${n}`))
  cdp.on('', 'Target.created', ({ n }) => heard.push(`browser ${n}`))
  const event = (sessionId: string, n: number) => ({
    method: 'Page.loaded',
    params: { n },
    sessionId,
  })
  receive(event('S1', 1), event('S2', 2), event('S3', 3), {
    method: 'Target.created',
    params: { n: 4 },
  })
  await expect.poll(() => heard).toEqual(['one 1', 'two 2', 'browser 4'])
  stop()
  cdp.forget('S2')
  receive(event('S1', 5), event('S2', 6), { method: 'Target.created', params: { n: 7 } })
  await expect.poll(() => heard).toEqual(['one 1', 'two 2', 'browser 4', 'browser 7'])
})

test('messages come in pieces of any size, also through a character', async () => {
  const { cdp, from } = openBoth()
  const heard: unknown[] = []
  cdp.on('', 'X', ({ text }) => heard.push(text))
  const bytes = Buffer.from(
    ['größer', '', '𝄞 music']
      .map((text) => `${JSON.stringify({ method: 'X', params: { text } })}\0`)
      .join(''),
  )
  for (let at = 0; at < bytes.byteLength; at += 3) from.write(bytes.subarray(at, at + 3))
  await expect.poll(() => heard).toEqual(['größer', '', '𝄞 music'])
})

test.each([
  '',
  'nonsense',
  '[]',
  'null',
  '1',
  '{"id":"1"}',
  '{"id":99,"result":{}}',
  '{"method":7}',
])('what is no message of the protocol is left alone: %s', async (text) => {
  const { cdp, from, receive } = openBoth()
  const pending = cdp.send('A')
  from.write(`${text}\0`)
  receive({ id: 1, result: { right: true } })
  expect(await pending).toEqual({ right: true })
})

test('the end of the browser ends what waits, and what comes after', async () => {
  const { cdp } = openBoth()
  const pending = cdp.send('A')
  cdp.shut('its process ended')
  await expect(pending).rejects.toThrow(CdpFailure)
  await expect(cdp.send('B')).rejects.toThrow('B: the browser has gone')
  expect(await cdp.closed).toBe('its process ended')
  expect(cdp.isClosed).toBe(true)
})

test('a message that never ends is not kept', async () => {
  const { from, overflows } = openBoth()
  const piece = Buffer.alloc(8_000_000, 'x')
  for (let bytes = 0; bytes <= MESSAGE_MAX_BYTES; bytes += piece.byteLength) from.write(piece)
  await expect.poll(overflows).toBe(1)
})
