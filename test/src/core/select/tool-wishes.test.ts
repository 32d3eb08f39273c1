import { describe, expect, test } from 'vitest'
import { searchTools } from '../../../../src/core/select/search-tools.ts'
import { selectTools } from '../../../../src/core/select/select.ts'
import { wholeCatalogue } from '../../../../tools/index.ts'
import purposes from '../../../../tools/purposes.json' with { type: 'json' }
import { LAST, LAST_NONE } from '../../../support/last-tool-wishes.ts'
import { ENGLISH, NONE, OTHERS, type Wish } from '../../../support/tool-wishes.ts'
import { UNSEEN, UNSEEN_NONE } from '../../../support/unseen-tool-wishes.ts'

const tools = selectTools(await wholeCatalogue())
const names = new Set(tools.map(({ name }) => name))

const KNOWN: Readonly<Record<string, readonly Wish[]>> = {
  English: [...ENGLISH, ...(UNSEEN['English'] ?? [])],
  ...Object.fromEntries(
    Object.entries(OTHERS).map(([language, wishes]) => [
      language,
      [...wishes, ...(UNSEEN[language] ?? [])],
    ]),
  ),
}

/** How many of some wishes lead to the right tool, first and among three, and those that do not. */
function judge(wishes: readonly Wish[]) {
  const missed: string[] = []
  let first = 0
  let amongThree = 0
  for (const [wish, ...wanted] of wishes) {
    const found = searchTools(tools, wish, purposes).tools.map(({ name }) => name)
    if (wanted.includes(found[0] ?? '')) first += 1
    const isAmong = found.slice(0, 3).some((name) => wanted.includes(name))
    if (isAmong) amongThree += 1
    else missed.push(`${wish}: ${found.slice(0, 3).join(', ')}`)
  }
  return { first: first / wishes.length, amongThree: amongThree / wishes.length, missed }
}

test('wishes and purposes name tools that there are', () => {
  const wanted = [KNOWN, LAST].flatMap((sets) => Object.values(sets).flat())
  const unknown = wanted.flatMap(([, ...named]) => named).filter((name) => !names.has(name))
  expect(unknown).toEqual([])
  expect(Object.keys(purposes.tools).filter((name) => !names.has(name))).toEqual([])
  expect(KNOWN['English']?.length).toBeGreaterThanOrEqual(150)
  for (const wishes of Object.values(KNOWN)) expect(wishes.length).toBeGreaterThanOrEqual(25)
})

describe('wishes in plain words lead to the tool that does it', () => {
  test.each(Object.entries(KNOWN))('%s', (_, wishes) => {
    const { first, amongThree, missed } = judge(wishes)
    expect(first, missed.join('\n')).toBeGreaterThanOrEqual(0.9)
    expect(amongThree, missed.join('\n')).toBeGreaterThanOrEqual(0.98)
  })

  test('wishes that nothing was mended for', () => {
    const { first, amongThree } = judge(Object.values(LAST).flat())
    // Measured once: 88 % first, 95 % among three.
    expect(first).toBeGreaterThanOrEqual(0.86)
    expect(amongThree).toBeGreaterThanOrEqual(0.94)
  })
})

test('what no tool does is told apart, all but sometimes', () => {
  const doubted = [...NONE, ...UNSEEN_NONE, ...LAST_NONE].filter((wish) => {
    const { tools: found, isSure } = searchTools(tools, wish, purposes)
    return !isSure || found.length === 0
  })
  expect(doubted.length).toBeGreaterThanOrEqual(20)
})

test('what a tool is for is found by every word of its own', () => {
  for (const { name, title } of tools) {
    const found = searchTools(tools, title, purposes).tools.slice(0, 10)
    expect(
      found.map((tool) => tool.name),
      title,
    ).toContain(name)
  }
})
