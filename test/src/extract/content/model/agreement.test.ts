import { describe, expect, test } from 'vitest'
import { readSignals } from '../../../../../src/extract/content/features/block-features.ts'
import { blendByTemplate } from '../../../../../src/extract/content/model/agreement.ts'
import { parsePage } from '../../../../../src/markup/html/parse-page.ts'
import { typesOf } from '../types-of.ts'

/** What blocks judged as given are judged at together. */
function together(
  source: string,
  probabilities: readonly number[],
  types = typesOf({ forum: 1 }),
): number[] {
  const { blocks, stats } = readSignals(parsePage(source), 'https://a.test/')
  expect(blocks).toHaveLength(probabilities.length)
  return [...blendByTemplate(blocks, stats, Float32Array.from(probabilities), types)]
}

const posts = '<div class="post"><p>tides</p></div>'.repeat(4)

describe('blocks of one template', () => {
  test('come close to what they are on average', () => {
    for (const value of together(posts, [0.9, 0.7, 0.8, 0.1])) {
      expect(value).toBeGreaterThan(0.5)
      expect(value).toBeLessThan(0.75)
    }
  })

  test('keep their order', () => {
    const [first, second, third, fourth] = together(posts, [0.9, 0.7, 0.8, 0.1])
    expect([first, third, second, fourth]).toEqual(
      [first!, second!, third!, fourth!].toSorted((a, b) => b - a),
    )
  })

  test('count by their words', () => {
    const long = `<div class="post"><p>${'tides '.repeat(50)}</p></div>`
    const [, short] = together(
      posts.slice(posts.indexOf('</div>') + 6) + long,
      [0.1, 0.1, 0.1, 0.9],
    )
    expect(short).toBeGreaterThan(0.5)
  })

  test('stay as they were judged when they are few', () => {
    const three = posts.slice(posts.indexOf('</div>') + 6)
    expect(together(three, [0.9, 0.8, 0.1])[2]).toBeCloseTo(0.1)
  })

  test('stay as they were judged in running text', () => {
    for (const types of [typesOf({ article: 1 }), typesOf({ documentation: 1 })]) {
      expect(together(posts, [0.9, 0.7, 0.8, 0.1], types)[3]).toBeCloseTo(0.1)
    }
    const half = together(posts, [0.9, 0.7, 0.8, 0.1], typesOf({ article: 0.5, forum: 0.5 }))[3]!
    expect(half).toBeGreaterThan(0.2)
    expect(half).toBeLessThan(0.5)
  })
})

test('blocks of other templates are not asked', () => {
  const mixed = `${posts}<div class="menu"><p>tides</p></div>`
  expect(together(mixed, [0.9, 0.9, 0.9, 0.9, 0.1])[4]).toBeCloseTo(0.1)
})
