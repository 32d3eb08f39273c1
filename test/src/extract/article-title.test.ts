import { expect, test } from 'vitest'
import { articleTitle } from '../../../src/extract/article-title.ts'
import { parsePage } from '../../../src/markup/html/parse-page.ts'

test.each([
  [
    'the heading that the title repeats',
    '<title>Big news today | Daily</title><h1>Big  news <b>today</b></h1>',
    'Big news today',
  ],
  [
    'not the name of the site',
    '<title>Big news about the sea | Daily</title><h1>Daily</h1>',
    'Big news about the sea',
  ],
  [
    'what the social card says',
    '<title>Big news - Daily</title><meta property="og:title" content="Big news"><h1>Other</h1>',
    'Big news',
  ],
  ['the title without its shorter end', '<title>Big news today - Daily</title>', 'Big news today'],
  [
    'the title whole when its end is longer',
    '<title>News - what happened at sea</title>',
    'News - what happened at sea',
  ],
  ['the first heading when there is no title', '<h1></h1><h1>Sea ¶</h1>', 'Sea'],
  ['nothing', '<p>a</p>', ''],
])('%s', (_, source, title) => {
  expect(articleTitle(parsePage(source))).toBe(title)
})
