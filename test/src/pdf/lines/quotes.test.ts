import { describe, expect, test } from 'vitest'
import { findColumns, typicalLeading } from '../../../../src/pdf/lines/columns.ts'
import { toLines } from '../../../../src/pdf/lines/lines.ts'
import { findQuotes } from '../../../../src/pdf/lines/quotes.ts'
import type { Span, Upright } from '../../../../src/pdf/model.ts'

const SIZE = 10
const CHAR = 5
const LEADING = 12
const LEFT = 72
const WIDTH = 400
const PAGE_WIDTH = 2 * LEFT + WIDTH
const WORDS =
  'the harbour master wrote that no ship had come in since the storm and that everybody waited'

/** Text in a type whose characters are all of one width, broken where the next word has no room. */
class Sheet {
  readonly spans: Span[] = []
  #y = 100

  add(text: string, { indent = 0, width = 0, gap = 8, marker = '' } = {}): this {
    this.#y += gap
    const lines: string[] = []
    for (const word of text.split(' ')) {
      const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
      if (lines.length > 0 && longer.length * CHAR <= (width || WIDTH - indent))
        lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return this.addLines(lines, { indent, marker })
  }

  addLines(lines: readonly string[], { indent = 0, marker = '' } = {}): this {
    for (const [at, line] of lines.entries()) {
      if (at === 0 && marker !== '') this.#draw(marker, indent - 18)
      this.#draw(line, indent)
      this.#y += LEADING
    }
    return this
  }

  gap(gap: number): this {
    this.#y += gap
    return this
  }

  #draw(text: string, indent: number): void {
    const x = LEFT + indent
    const style = { bold: false, italic: false, mono: false, url: undefined, contentId: undefined }
    const place = { x, y: this.#y, right: x + text.length * CHAR, size: SIZE }
    this.spans.push({ text, ...place, spaced: true, upright: true, ...style })
  }

  quoted(verticals: readonly Upright[] = []): string {
    const lines = toLines(1, this.spans)
    const columns = findColumns(lines)
    const columnOf = (line: (typeof lines)[number]) =>
      columns.get(line) ?? { id: 0, left: LEFT, right: LEFT + WIDTH, lineCount: 1 }
    const found = findQuotes(lines, {
      columnOf,
      isOther: () => false,
      verticalsOf: () => verticals,
      widthOf: () => PAGE_WIDTH,
      leading: typicalLeading(lines, (line) => columnOf(line).right),
    })
    return lines
      .filter((line) => found.has(line))
      .map(({ text }) => text)
      .join(' ')
  }
}

const prose = (mark: string): string => `${mark} ${WORDS} ${WORDS} ${WORDS}`
const QUOTE = `quoted ${WORDS} ${WORDS}`
const bothSides = { indent: 30, width: WIDTH - 60 }

describe('a quotation is', () => {
  test('a paragraph that is set in on both sides', () => {
    const sheet = new Sheet().add(prose('before')).add(QUOTE, bothSides).add(prose('after'))
    expect(sheet.quoted()).toBe(QUOTE)
  })

  test('a short paragraph beside a rule', () => {
    const sheet = new Sheet().add(prose('before')).add('quoted in short', { indent: 12 })
    const y = sheet.spans.at(-1)?.y ?? 0
    const rule = { x: LEFT, right: LEFT + 2, top: y - 12, bottom: y + 6 }
    expect(sheet.quoted([rule])).toBe('quoted in short')
    expect(sheet.quoted()).toBe('')
  })

  test('each of its paragraphs, though one is of one line', () => {
    const sheet = new Sheet()
      .add(prose('before'))
      .add(QUOTE, bothSides)
      .add('and so on', bothSides)
      .add(prose('after'))
    expect(sheet.quoted()).toBe(`${QUOTE} and so on`)
  })

  test('a justified one, though no word of its had room in the column', () => {
    const full = 'x'.repeat(WIDTH / CHAR)
    const line = 'x'.repeat((WIDTH - 60) / CHAR)
    const sheet = new Sheet().addLines([full, full, 'end']).gap(4)
    sheet.addLines([line, line, 'short'], { indent: 30 }).gap(4).addLines([full, full, 'end'])
    expect(sheet.quoted()).toBe(`${line} ${line} short`)
  })

  test('a paragraph that is set in on the left only, alone between others', () => {
    const sheet = new Sheet().add(prose('before')).add(QUOTE, { indent: 30 }).add(prose('after'))
    expect(sheet.quoted()).toBe(QUOTE)
  })

  test('with the items in it and who said it', () => {
    const sheet = new Sheet()
      .add(prose('before'))
      .add(QUOTE, bothSides)
      .add('one', { indent: 60, marker: '•' })
      .add('two', { indent: 60, marker: '•', gap: 0 })
      .add(QUOTE, bothSides)
      .add('— The Harbour Master', { indent: 30 })
      .add(prose('after'))
    expect(sheet.quoted()).toBe(`${QUOTE} • one • two ${QUOTE} — The Harbour Master`)
  })

  test('a sentence that somebody is named below', () => {
    const sheet = new Sheet().add(prose('before')).add('wait', { indent: 30 })
    sheet.add('— The Harbour Master', { indent: 30 }).add(prose('after'))
    expect(sheet.quoted()).toBe('wait — The Harbour Master')
  })

  test('what follows a list whose text begins where it does and goes further to the right', () => {
    const sheet = new Sheet()
      .add(prose('before'))
      .add(prose('item'), { indent: 30, marker: '•' })
      .add(QUOTE, bothSides)
      .add(prose('after'))
    expect(sheet.quoted()).toBe(QUOTE)
  })
})

describe('no quotation is', () => {
  test.each([
    ['the text of an item after its first line', prose('item')],
    ['that of an item with a long word', `item ${WORDS} ${'x'.repeat(40)} ${WORDS}`],
  ])('%s', (_, item) => {
    const sheet = new Sheet().add(prose('before'))
    for (const mark of ['•', '•', '•']) sheet.add(item, { indent: 30, marker: mark, gap: 2 })
    expect(sheet.add(prose('after')).quoted()).toBe('')
  })

  test('the text of an item whose words are cut at the ends of lines', () => {
    const lines = [prose('item').slice(0, 74), `${WORDS.slice(0, 60)} Bool-`, 'ean and no more']
    const sheet = new Sheet().add(prose('before')).addLines(lines, { indent: 30, marker: '•' })
    expect(sheet.add(prose('after')).quoted()).toBe('')
  })

  test('a second paragraph of an item', () => {
    const sheet = new Sheet()
      .add(prose('before'))
      .add(prose('item'), { indent: 30, marker: '1.' })
      .add(`second ${WORDS} ${'y'.repeat(30)} ${WORDS}`, { indent: 30 })
      .add(prose('after'))
    expect(sheet.quoted()).toBe('')
  })

  test('an address', () => {
    const sheet = new Sheet().add(prose('before')).add(QUOTE, bothSides).add(prose('after'))
    for (const line of ['The Old Harbour', '12 Long Quay', 'Port of Nowhere'])
      sheet.add(line, { indent: 30, gap: line.startsWith('The') ? 8 : 0 })
    expect(sheet.add(prose('after')).quoted()).toBe(QUOTE)
  })

  test('a verse', () => {
    const verse = [
      'the tide comes in, the tide goes out again,',
      'the gulls are on the wing',
      'and nobody who walks about in rain',
    ]
    const sheet = new Sheet().add(prose('before')).gap(8)
    expect(sheet.addLines(verse, { indent: 60 }).add(prose('after')).quoted()).toBe('')
  })

  test('the explanation of a word', () => {
    const sheet = new Sheet().add(prose('before')).add('tide')
    expect(sheet.add(QUOTE, { indent: 30, gap: 0 }).add(prose('after')).quoted()).toBe('')
  })

  test('one of many paragraphs that are set in on the left only', () => {
    const sheet = new Sheet().add(prose('before'))
    for (const length of [1, 5, 9, 13, 17])
      sheet.add(`${'x'.repeat(length)} ${WORDS} ${WORDS}`, { indent: 30 })
    expect(sheet.add(prose('after')).quoted()).toBe('')
  })

  test('what stands in a frame', () => {
    const sheet = new Sheet().add(prose('before')).add(QUOTE, bothSides)
    const y = sheet.spans.at(-1)?.y ?? 0
    const side = { top: y - 3 * LEADING, bottom: y + 6 }
    const sides = [LEFT + 20, LEFT + WIDTH - 20].map((x) => ({ x, right: x, ...side }))
    expect(sheet.add(prose('after')).quoted(sides)).toBe('')
  })

  test('what stands before the text begins, as an abstract does', () => {
    expect(new Sheet().add(QUOTE, bothSides).add(prose('after')).quoted()).toBe('')
  })

  test('what a picture is called', () => {
    const sheet = new Sheet().add(prose('before')).add(`Figure 3 ${QUOTE}`, bothSides)
    expect(sheet.add(prose('after')).quoted()).toBe('')
  })

  test('a line in the middle', () => {
    const text = 'Nothing below is of use.'
    const indent = (WIDTH - text.length * CHAR) / 2
    const sheet = new Sheet().add(prose('before')).add(text, { indent }).add(prose('after'))
    expect(sheet.quoted()).toBe('')
  })
})
