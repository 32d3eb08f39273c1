import { describe, expect, test } from 'vitest'
import { searchTools } from '../../../../src/core/select/search-tools.ts'
import { selectTools } from '../../../../src/core/select/select.ts'
import { wholeCatalogue } from '../../../../tools/index.ts'
import purposes from '../../../../tools/purposes.json' with { type: 'json' }
import SETS from '../../../../tools/wishes.json' with { type: 'json' }
import INDIRECT from '../../../support/indirect-tool-wishes.json' with { type: 'json' }
import { PASSING } from '../../../support/passing-tool-wishes.ts'
import { NONE, type Wish } from '../../../support/tool-wishes.ts'

const tools = selectTools(await wholeCatalogue())
const names = new Set(tools.map(({ name }) => name))
const sets = Object.entries(SETS as unknown as Readonly<Record<string, readonly Wish[]>>)
const all = sets.flatMap(([, wishes]) => wishes)
const purposesWith = (wishes: readonly Wish[]) => ({ ...purposes, wishes })
const withAll = purposesWith(all)
/** Sets that are like no other: turns of speech, and tools that have wishes nowhere else. */
const BARS: Readonly<Record<string, readonly [first: number, amongThree: number]>> = {
  'as people talk at work': [0.41, 0.57],
  'for what is seldom needed': [0.2, 0.45],
}

/** How many of some wishes lead to the right tool, first and among three, and those that do not. */
function judge(wishes: readonly Wish[], examples = withAll) {
  const missed: string[] = []
  let first = 0
  let amongThree = 0
  for (const [wish, ...wanted] of wishes) {
    const found = searchTools(tools, wish, examples).tools.map(({ name }) => name)
    if (wanted.includes(found[0] ?? '')) first += 1
    const isAmong = found.slice(0, 3).some((name) => wanted.includes(name))
    if (isAmong) amongThree += 1
    else missed.push(`${wish}: ${found.slice(0, 3).join(', ')}`)
  }
  return { first: first / wishes.length, amongThree: amongThree / wishes.length, missed }
}

test('wishes and purposes name tools that there are', () => {
  const unknown = all.flatMap(([, ...named]) => named).filter((name) => !names.has(name))
  expect(unknown).toEqual([])
  expect(Object.keys(purposes.tools).filter((name) => !names.has(name))).toEqual([])
  expect(all.length).toBeGreaterThanOrEqual(600)
  // A tool without a wish would stand behind all others.
  const withWish = new Set(all.flatMap(([, ...named]) => named))
  expect([...names].filter((name) => !withWish.has(name))).toEqual([])
})

describe('wishes lead to the tool that does it', () => {
  test('all that are known, in six languages', { tags: 'full' }, () => {
    const { first, amongThree, missed } = judge(all)
    expect(first, missed.join('\n')).toBeGreaterThanOrEqual(0.97)
    expect(amongThree, missed.join('\n')).toBeGreaterThanOrEqual(0.99)
  })

  // What each set would lead to if it were new: by the words that were written down, and the wishes of the other sets.
  test.each(sets)('%s, without the wishes of this set', { tags: 'full' }, (name, wishes) => {
    const others = sets.filter(([other]) => other !== name).flatMap(([, set]) => set)
    const { first, amongThree, missed } = judge(wishes, purposesWith(others))
    const [firstMin, amongThreeMin] = BARS[name] ?? [0.8, 0.92]
    expect(first, missed.join('\n')).toBeGreaterThanOrEqual(firstMin)
    expect(amongThree, missed.join('\n')).toBeGreaterThanOrEqual(amongThreeMin)
  })

  // The second set was written by somebody who knew no more than names and first lines of the tools, and nothing was mended for it.
  // Measured when all was done; the bars lie just below. Without wishes that are known it was 60 % and 70 %, 26 % and 40 %.
  test.each([
    ['in passing, by idioms and complaints', Object.values(PASSING).flat(), 0.76, 0.88],
    ['of their trouble and of no tool', INDIRECT as unknown as readonly Wish[], 0.4, 0.6],
  ])('as people speak %s', (_, wishes, firstMin, amongThreeMin) => {
    const { first, amongThree } = judge(wishes)
    expect(first).toBeGreaterThanOrEqual(firstMin)
    expect(amongThree).toBeGreaterThanOrEqual(amongThreeMin)
  })

  test.each([
    ['what does example.com say', 'read', 'extract'],
    ['open report.xlsx', 'document_to_markdown', 'read'],
    ['open talk.pptx', 'document_to_markdown', 'read'],
    ['open paper.pdf', 'pdf_to_markdown', 'read'],
    ['who is ada.eth', 'resolve_name', 'get_user'],
    ['verschieb das Thema', 'move_messages', 'move_messages'],
  ])('forms of words say what is meant: %s', (wish, ...wanted) => {
    const found = searchTools(tools, wish, withAll).tools.map(({ name }) => name)
    expect(wanted, found.slice(0, 3).join(', ')).toContain(found[0])
  })
})

test('what no tool does is told apart, all but sometimes', () => {
  const doubted = NONE.filter((wish) => {
    const { tools: found, isSure } = searchTools(tools, wish, withAll)
    return !isSure || found.length === 0
  })
  expect(doubted.length).toBeGreaterThanOrEqual(20)
})

test('what a tool is for is found by every word of its own', () => {
  for (const { name, title } of tools) {
    const found = searchTools(tools, title, withAll).tools.slice(0, 10)
    expect(
      found.map((tool) => tool.name),
      title,
    ).toContain(name)
  }
})
