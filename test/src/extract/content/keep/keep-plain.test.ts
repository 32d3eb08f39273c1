import { describe, expect, test } from 'vitest'
import { readSignals } from '../../../../../src/extract/content/features/block-features.ts'
import { selectBlocks } from '../../../../../src/extract/content/select-content.ts'
import { parsePage } from '../../../../../src/markup/html/parse-page.ts'
import { typesOf } from '../types-of.ts'

/** Which blocks are kept, as a row of 0 and 1, when they are judged as given. */
function kept(source: string, probabilities: readonly number[]): string {
  const signals = readSignals(parsePage(source), 'https://a.test/')
  expect(signals.blocks).toHaveLength(probabilities.length)
  const judged = Float32Array.from(probabilities)
  const judgement = { probabilities: judged, types: typesOf({ article: 1 }) }
  return selectBlocks(signals, judgement, 1.2).keeps.join('')
}

const article = '<meta property="og:type" content="article">'
/** A page with a link is not bare; of bare ones, everything is kept. */
const linked = 'a <a href="/">a</a> a a'
const long = `<p>${'Many words in one paragraph, and more of them. '.repeat(40)}${linked}</p>`

describe('of a plain page', () => {
  test('keeps an address that is hardly likely, when the page is small', () => {
    const page = `<p>${linked}</p><section><address>b b</address></section><section><p>c</p></section>`
    expect(kept(page, [0.9, 0.3, 0.1])).toBe('110')
    expect(kept(`${long}${page}`, [0.9, 0.9, 0.3, 0.1])).toBe('1100')
    expect(kept(`${article}${page}`, [0.9, 0.3, 0.1])).toBe('100')
  })

  test('leaves out links, rights, forms and what only arranges the page', () => {
    const around = (inside: string): string => `<p>${linked}</p><section>${inside}</section>`
    for (const inside of [
      '<p><a>b</a></p>',
      '<p>© b</p>',
      '<form><p>b</p></form>',
      '<footer><p>b</p></footer>',
      '<div>b</div>',
    ]) {
      expect(kept(around(inside), [0.9, 0.3])).toBe('10')
    }
    expect(kept(around('<p>b</p>'), [0.9, 0.3])).toBe('11')
  })

  test('keeps all but controls where nothing is around it', () => {
    const page = `<p>a</p><div>b</div><form><p>c</p></form><div class="cookie-note">d</div>`
    expect(kept(page, [0.9, 0.1, 0.1, 0.1])).toBe('1100')
    for (const around of ['<nav>e</nav>', '<p>© e</p>', `<p>e <a href="/">e</a> e e</p>`]) {
      expect(kept(`${page}${around}`, [0.9, 0.1, 0.1, 0.1, 0.1])).toMatch(/^10/)
    }
    expect(kept(`${article}${page}`, [0.9, 0.1, 0.1, 0.1])).toBe('1000')
  })

  test('keeps captions of figures after kept text', () => {
    const page = `${long}<figure><img><figcaption>b</figcaption></figure><div>c</div>`
    expect(kept(page, [0.9, 0.1, 0.1])).toBe('110')
    expect(kept(page, [0.9, 0.02, 0.1])).toBe('100')
    expect(kept(`${article}${page}`, [0.9, 0.1, 0.1])).toBe('100')
    const headed = page.replace('<figure>', '<h2>d</h2><figure>')
    expect(kept(headed, [0.9, 0.1, 0.1, 0.1])).toBe('1110')
  })

  test('keeps the title over a name and a date', () => {
    const page = `<h1>a</h1><div>b</div><div>c</div>${long}`
    expect(kept(page, [0.1, 0.1, 0.1, 0.9])).toBe('1001')
    expect(kept(`<title>a</title>${article}${page}`, [0.1, 0.1, 0.1, 0.9])).toBe('0001')
  })
})

test('rules that leave out single blocks take no part of a list', () => {
  const text = 'the very same four words'
  const list = `<ul><li>${text}</li><li>${text}</li><li>one</li></ul>`
  const types = typesOf({ product: 1 })
  const signals = readSignals(parsePage(`${long}${list}`), 'https://a.test/')
  const probabilities = Float32Array.of(0.9, 0.9, 0.9, 0.9)
  expect(selectBlocks(signals, { probabilities, types }, 1.2).keeps.join('')).toBe('1111')
})
