import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { namehash, toHex } from 'viem'
import { packetToBytes } from 'viem/ens'
import { describe, expect, it } from 'vitest'
import { OperationError } from '../../../../src/contract/errors.ts'
import {
  isNormalizedName,
  nameNode,
  normalizeName,
  wireName,
} from '../../../../src/onchain/names/name.ts'

/** The normal form, or null for a name that is refused. */
function outcome(name: string): string | null {
  try {
    return normalizeName(name)
  } catch (thrown) {
    if (thrown instanceof OperationError && thrown.code === 'bad_name') return null
    throw thrown
  }
}

/**
 * Validation vectors of the npm package @adraffy/ensip-norm 0.0.7 (CC0-1.0): the last data set of ENSIP-15
 * on the registry, a draft. Left out are the 981 of its 12,064 vectors whose outcome the final text changed
 * (empty labels, newer Unicode, confusables), four fifths of its random ones, and names over 40 characters.
 */
const draft = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../fixtures/names/draft-vectors.json'), 'utf8'),
) as readonly (readonly [name: string, norm: string | null])[]

/** One rule of the final ENSIP-15 each, written from its text: a label, and its normal form or null. */
const RULES: Readonly<Record<string, readonly (readonly [label: string, norm: string | null])[]>> =
  {
    'capitals and compatibility forms are mapped': [
      ['ABC', 'abc'],
      ['Nick', 'nick'],
      ['\uFF21\uFF22\uFF23', 'abc'],
      ['\u2115ick', 'nick'],
      ['\u00BD', '1\u20442'],
      ['\u2460', '1'],
      ['\u00DF', '\u00DF'],
      ['\u1E9E', '\u00DF'],
      ['\u03A3\u03C2', '\u03C3\u03C2'],
      ["it's", 'it\u2019s'],
    ],
    'text is composed': [
      ['e\u0301', '\u00E9'],
      ['E\u0301', '\u00E9'],
      ['\u212B', '\u00E5'],
      ['\u1100\u1161', '\uAC00'],
    ],
    'soft hyphens and the like are ignored': [
      ['a\u00ADb', 'ab'],
      ['a\u200Bb', 'ab'],
      ['\uFEFFa', 'a'],
      ['a\u2064b', 'ab'],
    ],
    'joiners outside emoji, controls, spaces and directions are not allowed': [
      ['a\u200Db', null],
      ['a\u200Cb', null],
      ['a b', null],
      ['a\u00A0b', null],
      ['a\u0000b', null],
      ['a\u001Bb', null],
      ['a\u202Eb', null],
      ['a\u2066b', null],
      ['a\u{E0061}b', null],
      ['a\uFFFDb', null],
    ],
    'ASCII beyond letters, digits, hyphen, underscore and dollar is not allowed': [
      ...Array.from('!"#%&()*+,/:;<=>?@[]\\^`{|}~', (sign) => [`a${sign}b`, null] as const),
      ['a$b', 'a$b'],
      ['a-b', 'a-b'],
      ['0123456789', '0123456789'],
    ],
    'underscores lead': [
      ['_a', '_a'],
      ['___a', '___a'],
      ['a_', null],
      ['a_b', null],
      ['_a_b', null],
    ],
    'the third and fourth character of an ASCII label are not both hyphens': [
      ['ab--cd', null],
      ['xn--cafe', null],
      ['a--b', 'a--b'],
      ['--a', '--a'],
      ['abc--d', 'abc--d'],
      ['\u00E9b--cd', '\u00E9b--cd'],
    ],
    'fenced characters stand between others': [
      ['a\u2019b', 'a\u2019b'],
      ['\u2019a', null],
      ['a\u2019', null],
      ['a\u2019\u2019b', null],
      ['a\u30FBb', 'a\u30FBb'],
      ['\u30A2\u30FB\u30A2', '\u30A2\u30FB\u30A2'],
      ['\u30FB\u30A2', null],
      ['a\u2044b', 'a\u2044b'],
      ['a\u2044\u2019b', null],
    ],
    'combining marks follow a character they combine with': [
      ['\u0301a', null],
      ['\u{1F4A9}\u0301', null],
      ['a\u0301\u0301', null],
      ['\u05D0\u05B0\u05B0', null],
      ['\u05D0\u05B0', '\u05D0\u05B0'],
    ],
    'emoji lose their presentation selector and keep their joiners': [
      ['\u{1F4A9}', '\u{1F4A9}'],
      ['\u{1F4A9}\uFE0F', '\u{1F4A9}'],
      ['\u2764\uFE0F', '\u2764'],
      ['\u2764', '\u2764'],
      ['1\uFE0F\u20E3', '1\u20E3'],
      ['1\u20E3', '1\u20E3'],
      ['\u{1F468}\u200D\u{1F469}\u200D\u{1F467}', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'],
      ['\u{1F6B4}\u200D\u2642\uFE0F', '\u{1F6B4}\u200D\u2642'],
      ['\u{1F1E9}\u{1F1EA}', '\u{1F1E9}\u{1F1EA}'],
      ['\u{1F44D}\u{1F3FD}', '\u{1F44D}\u{1F3FD}'],
      ['\u{1F4A9}\u200D', null],
      ['\u200D\u{1F4A9}', null],
      ['\u{1F4A9}\u200D\u{1F4A9}', null],
      [
        '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
        '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
      ],
      ['\u00A9', '\u00A9'],
      ['\u{1F4A9}a', '\u{1F4A9}a'],
    ],
    'scripts are not mixed': [
      ['vit\u0430lik', null], // Cyrillic а
      ['p\u0430ypal', null],
      ['\u0391bc', null], // Greek Α
      ['a\u05D0', null],
      ['a\u0627', null],
      // Chinese, Japanese and Korean are written with Latin letters among them.
      ['a\u4E00', 'a\u4E00'],
      ['a\u0E01', null],
      ['\u05D0\u0627', null],
      ['\u0430\u03B1', null],
      ['\u30A2\u4E00', '\u30A2\u4E00'],
      ['\u3042\u30A2\u4E00a', '\u3042\u30A2\u4E00a'],
      ['\u3042\u0430', null],
      ['\uAC00\u4E00', '\uAC00\u4E00'],
      ['\u30A2\uAC00', null],
      ['\u3105\u4E00', '\u3105\u4E00'],
    ],
    'a label that could be read in another script is not allowed': [
      ['\u0430\u0435', null], // Cyrillic "ae"
      ['\u0440\u0430\u0443\u0440\u0430\u04CF', null], // "paypal"
      ['\u0455\u0441\u043E\u0440\u0435', null], // "scope"
      ['\u03BF', null], // Greek omicron
      ['\u043F\u0440\u0438\u0432\u0435\u0442', '\u043F\u0440\u0438\u0432\u0435\u0442'],
      ['\u03BB\u03CC\u03B3\u03BF\u03C3', '\u03BB\u03CC\u03B3\u03BF\u03C3'],
      ['\u13AA\u13BB', null], // Cherokee
    ],
  }

describe('the normal form of a name', () => {
  it(`is that of the ${draft.length} draft vectors`, () => {
    expect(draft.length).toBeGreaterThan(1000)
    // Each is a label of a name here, since one label alone is no name to us.
    const wrong = draft.filter(([name, norm]) => {
      const expected = norm === null || norm === '' || name === '' ? null : `${norm}.eth`
      // Long ones meet our own limit of 255 characters.
      if (name.length > 251) return false
      return outcome(`${name}.eth`) !== expected
    })
    expect(wrong).toEqual([])
  })

  it.each(Object.entries(RULES))('by the rule that %s', (_, vectors) => {
    const found = vectors.map(([label]) => [
      label,
      outcome(`${label}.eth`)?.replace(/\.eth$/, '') ?? null,
    ])
    expect(found).toEqual(vectors)
  })

  it('is its own normal form, and has no empty label', () => {
    for (const name of ['.eth', 'eth.', 'a..eth', '.', '']) expect(outcome(name)).toBeNull()
    for (const [, norm] of draft) {
      if (norm === null || norm === '') continue
      expect(isNormalizedName(norm)).toBe(norm.length <= 255)
    }
    expect(isNormalizedName('')).toBe(false)
    expect(isNormalizedName('Vitalik.eth')).toBe(false)
  })

  it('fits into limits', () => {
    expect(outcome(`${'a'.repeat(251)}.eth`)).toHaveLength(255)
    expect(outcome(`${'a'.repeat(252)}.eth`)).toBeNull()
    // 252 characters, three bytes each.
    expect(outcome(`${'\u4E00'.repeat(100)}.eth`)).toBeNull()
  })
})

describe('a name on the wire', () => {
  it.each(['vitalik.eth', 'a.b.c.d.eth', '\u{1F4A9}\u{1F4A9}\u{1F4A9}.eth'])(
    'is encoded as an independent library does it: %s',
    (name) => {
      expect(nameNode(name)).toBe(namehash(name))
      expect(wireName(name)).toBe(toHex(packetToBytes(name)))
    },
  )
})
