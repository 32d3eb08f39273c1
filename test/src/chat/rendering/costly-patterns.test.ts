// @module-tag full
import { expect, test } from 'vitest'
import {
  compileLinkifiers,
  findTextLinks,
  linkBudget,
} from '../../../../src/chat/rendering/linkifiers.ts'
import { expectBoundedPatterns } from '../../../support/costly-patterns.ts'

test('costly patterns are refused, or find their way through a line', async () => {
  await expectBoundedPatterns(2)
})

test('a long line is looked through in parts that lose nothing', async () => {
  const linkifiers = await compileLinkifiers([
    { pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://x.test/{id}' },
  ])
  for (const before of [' ', '(', ', ', "'", '\t']) {
    const word = `${before}x${before}#12`
    const text = word.repeat(90).padStart(5_000, 'y ')
    const links = findTextLinks(linkifiers, text, linkBudget())
    expect(links).toHaveLength(90)
    expect(links.map(({ start, end }) => text.slice(start, end))).toEqual(links.map(() => '#12'))
  }
  const unbroken = `${'y'.repeat(4_000)}#12${'y'.repeat(4_000)}`
  expect(findTextLinks(linkifiers, unbroken, linkBudget())).toEqual([])
})
