import { array, assert, integer, property, tuple, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import {
  decodeProgress,
  decodeReady,
  decodeReply,
  encode,
  FrameReader,
  frameHeader,
  OversizedFrame,
  PROGRESS_MAX_BYTES,
  REASON_MAX_CHARS,
} from '../../../src/sandbox/wire.ts'

test('messages survive any cutting of the stream', () => {
  const cut = tuple(array(uint8Array({ maxLength: 300 })), integer({ min: 1, max: 50 }))
  assert(
    property(cut, ([bodies, step]) => {
      const stream = Buffer.concat(bodies.flatMap((body) => [frameHeader(body), body]))
      const received: Uint8Array[] = []
      const reader = new FrameReader(300, (body) => received.push(body))
      for (let at = 0; at < stream.byteLength; at += step)
        reader.push(stream.subarray(at, at + step))
      expect(received.map((body) => [...body])).toEqual(bodies.map((body) => [...body]))
    }),
  )
})

test('a message over the cap is refused at its header', () => {
  const reader = new FrameReader(10, () => {})
  reader.push(frameHeader(new Uint8Array(10)))
  reader.push(new Uint8Array(10))
  expect(() => reader.push(frameHeader(new Uint8Array(11)))).toThrow(OversizedFrame)
})

test('what is no message is undefined, never a throw', () => {
  assert(
    property(uint8Array({ maxLength: 200 }), (bytes) => {
      expect(decodeReply(bytes)).toBeUndefined()
      expect(decodeReady(bytes)).toBeUndefined()
      expect(decodeProgress(bytes)).toBeUndefined()
    }),
  )
  const forged = [
    null,
    1,
    'ready',
    [],
    { id: '1' },
    { id: 1, rssBytes: 1, cpuMs: 1, kind: 'refused' },
  ]
  for (const message of forged) {
    expect(decodeReply(encode(message as never))).toBeUndefined()
    expect(decodeReady(encode(message as never))).toBeUndefined()
  }
})

test('progress is two counts of one job, in few bytes', () => {
  const step = { id: 1, kind: 'progress', done: 2, total: 9 } as const
  expect(decodeProgress(encode(step))).toEqual(step)
  const forged = [
    { ...step, id: '1' },
    { ...step, done: -1 },
    { ...step, total: Number.NaN },
    { ...step, done: '2' },
    { ...step, kind: 'value' },
    { ...step, padding: 'x'.repeat(PROGRESS_MAX_BYTES) },
  ]
  for (const message of forged) expect(decodeProgress(encode(message as never))).toBeUndefined()
})

test('texts of an error are cut, and what is no text is dropped', () => {
  const error = { code: 1, message: 'x'.repeat(1e6), hint: undefined, fields: 3 }
  const reply = { id: 1, rssBytes: 1, cpuMs: 1, kind: 'refused', error, reason: 'y'.repeat(1e6) }
  expect(decodeReply(encode(reply as never))).toEqual({
    ...reply,
    reason: 'y'.repeat(REASON_MAX_CHARS),
    error: { code: '', message: 'x'.repeat(REASON_MAX_CHARS), hint: undefined, fields: {} },
  })
})
