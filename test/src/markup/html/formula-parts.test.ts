import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { htmlToMarkdown } from '../../../../src/convert/html/html-to-markdown.ts'
import { writeSafeHtml } from '../../../../src/feed/safe-html.ts'
import { visibleText } from '../../../../src/markup/html/visible-text.ts'

const power = '<msup><mn>10</mn><mn>24</mn></msup>'

describe('formulas of MathML keep their meaning in plain HTML and in text:', () => {
  test.each([
    ['powers', power, '10<sup>24</sup>', '10²⁴'],
    ['indexes', '<msub><mi>x</mi><mn>1</mn></msub>', 'x<sub>1</sub>', 'x₁'],
    [
      'both, between white space',
      '<msubsup> <mi>x</mi>\n<mn>1</mn> <mn>2</mn> </msubsup>',
      'x<sub>1</sub><sup>2</sup>',
      'x₁²',
    ],
    [
      'limits',
      '<munderover><mo>∑</mo><mn>1</mn><mi>n</mi></munderover>',
      '∑<sub>1</sub><sup>n</sup>',
      '∑₁ⁿ',
    ],
    ['fractions', '<mfrac><mn>1</mn><mn>2</mn></mfrac>', '1/2', '1/2'],
    [
      'fractions of sums',
      '<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac>',
      '(a+b)/2',
      '(a+b)/2',
    ],
    ['roots', '<msqrt><mn>2</mn></msqrt>', '√(2)', '√(2)'],
    [
      'what is said twice',
      `<semantics><mrow>${power}</mrow><annotation encoding="application/x-tex">10^{24}</annotation></semantics>`,
      '10<sup>24</sup>',
      '10²⁴',
    ],
  ])('%s', (_, formula, html, text) => {
    const source = `<p>a <math>${formula}</math> kg</p>`
    expect(writeSafeHtml(source, undefined)).toBe(`<p>a ${html} kg</p>`)
    expect(htmlToMarkdown(source).trim()).toBe(`a ${html} kg`)
    expect(visibleText(source).trim()).toBe(`a ${text} kg`)
  })
})

test('whatever is in a formula, and however it ends, no text is lost and all is closed', () => {
  const tag = fc.constantFrom('math', 'msup', 'mfrac', 'mn', 'mrow', 'msqrt', 'sup', 'p')
  const piece = fc.oneof(
    tag.map((name) => `<${name}>`),
    tag.map((name) => `</${name}>`),
    fc.constantFrom('7', '8', '9'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const source = pieces.join('')
      const html = writeSafeHtml(source, undefined)
      const digits = (text: string): string => text.replaceAll(/<[^>]*>|\D/g, '')
      expect(digits(html)).toBe(digits(source))
      for (const name of ['sup', 'p'])
        expect(html.split(`<${name}>`).length).toBe(html.split(`</${name}>`).length)
    }),
  )
})
