import { expect, test } from 'vitest'
import { readSignals } from '../../../../../src/extract/content/features/block-features.ts'
import { loadModel } from '../../../../../src/extract/content/model/load-model.ts'
import { judgePageType, PAGE_TYPES } from '../../../../../src/extract/content/model/page-type.ts'
import { parsePage } from '../../../../../src/markup/html/parse-page.ts'

const { types } = await loadModel()
const prose = 'The tide comes in twice a day, and the boats wait for it in the harbour. '

function chancesOf(source: string, address: string): Map<string, number> {
  const chances = judgePageType(readSignals(parsePage(source), address), types)
  return new Map(PAGE_TYPES.map((type, index) => [type, chances[index]!]))
}

test('an article is likeliest an article, and the chances add up to one', () => {
  const chances = chancesOf(
    `<meta property="og:type" content="article"><article><h1>Tides</h1>${`<p>${prose.repeat(4)}</p>`.repeat(9)}</article>`,
    'https://a.test/2024/05/how-the-tides-came-to-the-harbour',
  )
  expect(Math.max(...chances.values())).toBe(chances.get('article'))
  expect([...chances.values()].reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 5)
})

test('a thread is likeliest a forum', () => {
  const post = `<div class="post message"><a class="username" href="/u/ann">ann</a><span class="date">May 3</span><div class="post-content"><p>${prose}</p></div><a href="#">Reply</a></div>`
  const chances = chancesOf(
    `<meta name="generator" content="Discourse"><body class="forum topic"><h1>Tides</h1>${post.repeat(12)}`,
    'https://forum.a.test/t/tides/123',
  )
  expect(Math.max(...chances.values())).toBe(chances.get('forum'))
})
