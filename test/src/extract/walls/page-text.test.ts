import { expect, test } from 'vitest'
import { measurePageText } from '../../../../src/extract/walls/page-text.ts'
import { parsePage } from '../../../../src/markup/html/parse-page.ts'

test('measures what is seen', () => {
  const source =
    '<title> T </title><nav>menu</nav><h1>Head</h1><p>some text</p><a>link</a>' +
    '<script></script><noscript>no js</noscript><p hidden>more</p>'
  expect(measurePageText(parsePage(source))).toEqual({
    title: ' T ',
    textChars: 20,
    proseChars: 12,
    sample: 'menu Head some text link',
    noscript: ' no js',
    scripts: 1,
  })
})
