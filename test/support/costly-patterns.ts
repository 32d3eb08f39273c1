import { expect } from 'vitest'
import {
  compileLinkifiers,
  findTextLinks,
  linkBudget,
} from '../../src/chat/rendering/linkifiers.ts'
import { ok, startChatWorld } from './chat-world.ts'
import { startCounting } from './count-calls.ts'

const url_template = 'https://x.test/{id}'

/** Of a message of 10,000; more would take no other way, for a line is looked through in parts. */
const LINE_CHARS = 4_000

/** A line that is several parts long, made of a piece. */
const line = (piece: string) => piece.repeat(LINE_CHARS).slice(0, LINE_CHARS)

const LINES = ['a', 'a ', 'a,b,', 'ab', 'a b 9q9!', '(a', "'a'", 'é'].map(line)

/** What the engine may do for one line: a quarter of what lines as a whole would cost it. */
const CALLS_MAX_COUNT = 4_000_000

/** Patterns that are known to bring other engines down. */
const COSTLY = [
  '(?P<id>(a+)+)$',
  '(?P<id>(a|aa)+)b',
  '(?P<id>(a|a)*)b',
  '(?P<id>(.*)*)x',
  '(?P<id>([a-z]+)*)!',
  `(?P<id>${'(\\w|.)?'.repeat(25)}\\pN)`,
  '(?P<id>(\\w+\\s?)+)!',
  '(?P<id>(x+x+)+y)',
  '(?P<id>\\w(?:.*q)?)',
  '(?P<id>a(?:[^z]*z)?)',
  '(?P<id>(?:\\w|.){1,50}!)',
  '(?P<id>(?:(?:a|b| ){0,9}){0,4}q)',
  '(?P<id>(a?){50}a{50})',
  '(?P<id>((a{100}){100}){100})',
  '(?P<id>(?:(?:a|b| ){0,30}){0,30}q)',
  '(?P<id>(?:\\pL|\\w|.){1,300}!)',
  '(?P<id>[ab]{1,2}(?:[ab ]{0,900}q)?)',
  `(?P<id>${'a?'.repeat(450)}q)`,
  `(?P<id>${'(\\w|.)?'.repeat(120)}\\pN)`,
  '(?P<id>(?=a)a)',
  '(?P<id>(a)\\1+)',
]

/**
 * Adds each pattern, and looks for it in `linesEach` of the lines, in other ones from pattern to pattern; checks what that costs,
 * and which patterns are refused.
 */
export async function expectBoundedPatterns(linesEach = LINES.length): Promise<void> {
  await using world = await startChatWorld()
  await using counter = await startCounting('re2js')
  const refused: string[] = []
  let worst = { calls: 0, by: '' }
  for (const [index, pattern] of COSTLY.entries()) {
    const answer = await world.owner.post('/realm/filters', { pattern, url_template })
    if (answer.result === 'error') {
      refused.push(answer['code'] === 'BAD_REQUEST' ? pattern : answer.msg)
      continue
    }
    const linkifiers = await compileLinkifiers([{ pattern, urlTemplate: url_template }])
    for (let at = 0; at < linesEach; at += 1) {
      const text = LINES[(index + at) % LINES.length] ?? ''
      let links = 0
      const calls = await counter.count(() => {
        links = findTextLinks(linkifiers, text, { ...linkBudget(), endMs: Infinity }).length
      })
      if (calls > worst.calls) worst = { calls, by: `${pattern} in ${text.slice(0, 10)}` }
      expect(links).toBeLessThanOrEqual(100)
    }
    ok(await world.owner.delete(`/realm/filters/${answer['id']}`))
  }
  console.log('costly patterns:', worst)
  // So little that it counts at all: an engine that were not counted would do nothing.
  expect(worst.calls).toBeGreaterThan(100_000)
  expect(worst.calls, worst.by).toBeLessThan(CALLS_MAX_COUNT)
  expect(refused).toEqual(COSTLY.slice(12))
}
