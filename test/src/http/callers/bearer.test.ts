import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseKeyFile } from '../../../../src/http/callers/bearer.ts'
import { messageOf } from '../../../support/thrown.ts'

const KEY = 'k'.repeat(32)
const OTHER = 'o'.repeat(32)
const digest = createHash('sha256').update(OTHER).digest('hex')
const ring = parseKeyFile(`# callers\nalice ${KEY}\n\nbob sha256:${digest} # hashed\n`)

test('a key names its caller, plain or hashed in the file', () => {
  expect(ring.identify(`Bearer ${KEY}`)).toBe('alice')
  expect(ring.identify(`bearer ${OTHER}`)).toBe('bob')
  expect(ring.identify(null)).toBeUndefined()
})

test('a key may hold a #', () => {
  const key = `${KEY}#${OTHER}`
  const { identify } = parseKeyFile(`alice ${key} # hers`)
  expect(identify(`Bearer ${key}`)).toBe('alice')
  expect(() => identify(`Bearer ${KEY}`)).toThrow()
})

test.each([
  'Bearer wrong',
  'Bearer',
  '',
  `Basic ${KEY}`,
  `Bearer ${KEY} ${KEY}`,
  `Bearer sha256:${digest}`,
])('refused: %s', (authorization) => {
  expect(() => ring.identify(authorization)).toThrow(
    expect.objectContaining({ code: 'unauthorized', status: 401 }),
  )
})

test.each([
  ['alice', 'line 1'],
  ['\nalice short', 'line 2'],
  [`alice ${KEY} more`, 'line 1'],
  ['alice sha256:abc', 'line 1'],
  ['# nothing', 'no key'],
  [`alice ${KEY}\nalice ${OTHER}`, 'line 2'],
  [`alice ${KEY}\nbob ${KEY}`, 'line 2'],
])('a broken key file is refused without quoting a key: %j', (text, where) => {
  const message = messageOf(() => parseKeyFile(text))
  expect(message).toContain(where)
  expect(message).not.toContain(KEY)
})

test('words behind a key limit it', () => {
  const words = 'tools=web,qr calls-per-day=10 usd-per-day=0.50 hosts=Example.com,localhost'
  expect(parseKeyFile(`alice ${KEY} ${words}\nbob ${OTHER}`).plans).toEqual(
    new Map([
      [
        'alice',
        {
          tools: new Set(['web', 'qr']),
          callsPerDay: 10,
          unitsPerDay: 500_000,
          hosts: new Set(['example.com', 'localhost']),
        },
      ],
    ]),
  )
})
