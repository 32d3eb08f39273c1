import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { reader } from '../../../../../src/chat/kernel/unit-of-work.ts'
import {
  codeOfEmoji,
  type EmojiNames,
  loadEmojiNames,
} from '../../../../../src/chat/messages/emoji/emoji-names.ts'
import { readEmoji, withUsualNames } from '../../../../../src/chat/messages/emoji/emoji.ts'
import { startChatWorld } from '../../../../support/chat-world.ts'

/** Names drawn from the table of the public server and from its older form: name, code, usual name of the code. */
const samples = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../fixtures/chat-emoji.json'), 'utf8'),
) as [name: string, code: string, usual: string][]

/** Of the lines `name code` of the public server's files, in order: of all names, of the usual one of each code, of the older. */
const DIGESTS = {
  names: 'c21183757554f1868d68dbeb77a93264774f8542cee1fc7ef526a04dbe15f9a5',
  usual: '29dac3fcc0d4b194efd5202c796414aed9bc13e5a1611631e277af557ee0c555',
  older: 'f85683acdd80538c9462aa5e747d70d137d3226f9fae893272e5981132327d38',
}

const digestOf = (pairs: Iterable<readonly [string, string]>): string => {
  const lines = Array.from(pairs, ([first, second]) => `${first} ${second}\n`).toSorted()
  return createHash('sha256').update(lines.join('')).digest('hex')
}

const tableText = readFileSync(
  join(import.meta.dirname, '../../../../../src/chat/messages/emoji/emoji-table.json'),
  'utf8',
)
const table = JSON.parse(tableText) as Record<
  'emoji' | 'older' | 'elsewhere',
  Record<string, string>
>
const pairsOf = (part: Record<string, string>) =>
  Object.entries(part).flatMap(([code, names]) => names.split(' ').map((name) => [name, code]))

let names: EmojiNames

beforeAll(async () => {
  names = await loadEmojiNames()
})

test('the names are those of the public server, all of them and no others', () => {
  const own = [...names.namesByCode].flatMap(([code, all]) =>
    all.map((name) => [name, code] as const),
  )
  expect([own.length, new Set(own.map(([name]) => name)).size]).toEqual([3_339, 3_339])
  expect(digestOf(own)).toBe(DIGESTS.names)
  expect(own.filter(([name, code]) => names.codeOf(name) !== code)).toEqual([])
  const usual = [...names.namesByCode.keys()].map((code) => [code, names.nameOf(code)!] as const)
  expect(usual).toHaveLength(1_883)
  expect(digestOf(usual)).toBe(DIGESTS.usual)
  const older = pairsOf(table.older).map(([name]) => [name!, names.codeOf(name!)!] as const)
  expect(older).toHaveLength(137)
  expect(digestOf(older)).toBe(DIGESTS.older)
})

test.each(samples)('%s is %s', (name, code, usual) => {
  expect([names.codeOf(name), names.hasCode(code), names.nameOf(code)]).toEqual([code, true, usual])
})

test('names of other services are known apart from these, and mean emoji of the table', () => {
  const elsewhere = pairsOf(table.elsewhere) as [string, string][]
  expect(elsewhere.length).toBeGreaterThan(1_000)
  expect(elsewhere.filter(([name]) => names.codeOf(name) !== undefined)).toEqual([])
  expect(elsewhere.filter(([, code]) => !names.hasCode(code))).toEqual([])
  expect(names.codeElsewhere('white_check_mark')).toBe('2705')
  expect(names.codeElsewhere('party_popper')).toBe('1f389')
  expect(new Set(elsewhere.map(([name]) => name)).size).toBe(elsewhere.length)
})

test('every code is that of its characters, with and without variation selectors', () => {
  for (const code of names.namesByCode.keys()) {
    expect(code).toMatch(/^[0-9a-f]{4,5}(-[0-9a-f]{4,5})*$/)
    const points = code.split('-').map((point) => Number.parseInt(point, 16))
    expect(codeOfEmoji(String.fromCodePoint(...points))).toBe(code)
    expect(codeOfEmoji(points.map((point) => String.fromCodePoint(point, 0xfe0f)).join(''))).toBe(
      code,
    )
  }
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'older', '', ' ', 'TADA'])(
  '%j is no name and no code',
  (name) => {
    expect(names.codeOf(name)).toBeUndefined()
    expect(names.codeElsewhere(name)).toBeUndefined()
    expect([names.hasCode(name), names.nameOf(name)]).toEqual([false, undefined])
  },
)

test(
  'every name is read as its code, under the usual name, with and without the code',
  { tags: 'full' },
  async () => {
    await using world = await startChatWorld()
    const db = reader(world.chat)
    // Alone, it is the emoji that this service adds.
    const all = [...pairsOf(table.emoji), ...pairsOf(table.older), ...pairsOf(table.elsewhere)]
    const read = all.filter(([name]) => name !== 'service') as [string, string][]
    for (const [emoji_name, code] of read) {
      const meant = {
        emoji_name: table.emoji[code]!.split(' ')[0],
        emoji_code: code,
        reaction_type: 'unicode_emoji',
      }
      expect(await readEmoji(db, { emoji_name })).toEqual(meant)
      const exact = { emoji_name, emoji_code: code, reaction_type: 'unicode_emoji' }
      expect(await readEmoji(db, exact)).toEqual(meant)
      const other = { ...exact, emoji_code: code === '1f389' ? '1f44d' : '1f389' }
      await expect(readEmoji(db, other)).rejects.toThrow('Invalid emoji name.')
    }
  },
)

test('codes are read in capitals, with variation selectors, and not with skin tones', async () => {
  await using world = await startChatWorld()
  const db = reader(world.chat)
  const read = async (emoji_name: string, emoji_code: string) =>
    (await readEmoji(db, { emoji_name, emoji_code })).emoji_code
  expect(await read('tada', '1F389')).toBe('1f389')
  expect(await read('heart', '2764-fe0f')).toBe('2764')
  expect(await read('pink', '1f3f3-fe0f-200d-26a7-fe0f')).toBe('1f3f3-200d-26a7')
  expect(await read('pin\u0303ata', '1fa85')).toBe('1fa85')
  expect(await read('service', '1f415-200d-1f9ba')).toBe('1f415-200d-1f9ba')
  for (const code of ['1f44d-1f3fd', '', 'zzz', '__proto__', '1f44d-', 'fe0f', '👍']) {
    await expect(read('+1', code)).rejects.toThrow('Invalid emoji code.')
  }
})

test.each([
  ['smile', '1f642', 'slight_smile', '1f604'],
  ['jewish', '1f52f', 'dotted_six_pointed_star', '2721'],
])(
  'a client of an older table that sends %s with its code means the code',
  async (emoji_name, emoji_code, usual, codeToday) => {
    await using world = await startChatWorld()
    const db = reader(world.chat)
    const unicode = { reaction_type: 'unicode_emoji' }
    const older = await readEmoji(db, { emoji_name, emoji_code, ...unicode })
    expect(older).toEqual({ emoji_name: names.nameOf(emoji_code), emoji_code, ...unicode })
    expect(names.namesByCode.get(emoji_code)).toContain(usual)
    expect((await readEmoji(db, { emoji_name })).emoji_code).toBe(codeToday)
    expect((await readEmoji(db, { emoji_name, emoji_code: codeToday })).emoji_code).toBe(codeToday)
  },
)

test('the one emoji of the service keeps its name', async () => {
  await using world = await startChatWorld()
  const db = reader(world.chat)
  const extra = {
    emoji_name: 'service',
    emoji_code: 'service',
    reaction_type: 'service_extra_emoji',
  }
  expect(await readEmoji(db, { emoji_name: 'service' })).toEqual(extra)
  expect(await readEmoji(db, { emoji_name: 'zulip', emoji_code: 'zulip' })).toEqual(extra)
  const dog = { emoji_name: 'service', reaction_type: 'unicode_emoji' }
  expect(await readEmoji(db, dog)).toMatchObject({ emoji_name: 'service_dog' })
  const wrong = { emoji_name: 'zulip', emoji_code: '1f389' }
  await expect(readEmoji(db, wrong)).rejects.toThrow('Invalid emoji name.')
})

test('stored emoji are shown by their usual names, others as they are', async () => {
  const of = (emoji_name: string, emoji_code: string, reaction_type = 'unicode_emoji') => ({
    emoji_name,
    emoji_code,
    reaction_type,
  })
  const emoji = await withUsualNames([
    of('thumbsup', '1f44d'),
    of('clock12', '1f55b'),
    of('', ''),
    of('tada', '1', 'realm_emoji'),
    of('party', '2705', 'realm_emoji'),
  ])
  expect(emoji.map(({ emoji_name }) => emoji_name)).toEqual(['+1', 'clock12', '', 'tada', 'party'])
})
