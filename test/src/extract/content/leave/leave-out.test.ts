import { describe, expect, test } from 'vitest'
import { readSignals } from '../../../../../src/extract/content/features/block-features.ts'
import { leaveOut, leaveOutCopies } from '../../../../../src/extract/content/leave/leave-out.ts'
import type { LeftOutKind } from '../../../../../src/extract/engine.ts'
import { parsePage } from '../../../../../src/markup/html/parse-page.ts'
import { typesOf } from '../types-of.ts'

/** Which blocks stay when all were kept, as one digit for each. */
function staying(
  source: string,
  chances: Parameters<typeof typesOf>[0],
  ...included: readonly LeftOutKind[]
): string {
  const signals = readSignals(parsePage(source), 'https://a.test/x')
  const keeps = new Uint8Array(signals.blocks.length).fill(1)
  leaveOut(signals, keeps, typesOf(chances), new Set(included))
  leaveOutCopies(signals, keeps, typesOf(chances))
  return keeps.join('')
}

const text = '<p>A mug that is made by hand, of clay that comes from the river.</p>'
const beside = (names: string, tag = 'div'): string =>
  `${text}<${tag} class="${names}"><p>All that others say.</p></${tag}>`

describe('reviews of customers', () => {
  test('are left out of products, unless they are included', () => {
    expect(staying(beside('product-reviews'), { product: 0.5 })).toBe('10')
    expect(staying(beside('product-reviews'), { product: 0.5 }, 'reviews')).toBe('11')
  })

  test('stay elsewhere', () => {
    expect(staying(beside('product-reviews'), { product: 0.39, service: 0.6 })).toBe('11')
  })

  test('of editors describe the product', () => {
    expect(staying(beside('editorialReviews'), { product: 1 })).toBe('11')
  })

  test('stay when next to nothing else is there', () => {
    const page = `<p>A mug.</p><div class="review">${text}</div>`
    expect(staying(page, { product: 1 })).toBe('11')
  })
})

describe('what stays at the window while the page moves', () => {
  test.each(['position:fixed', 'inset:0; POSITION : Fixed;z-index:9'])(
    'is left out of any page: %s',
    (style) => {
      const wall = `<div style="${style}"><p>Log in to go on with what you read, it is free.</p></div>`
      expect(staying(text + wall + text.replace('mug', 'cup'), { article: 1 })).toBe('101')
    },
  )

  test.each(['position:absolute', 'background-position:fixed'])('is nothing else: %s', (style) => {
    expect(staying(`${text}<div style="${style}"><p>All that others say.</p></div>`, {})).toBe('11')
  })

  test('stays where it is the page', () => {
    const page = `<p>A mug.</p><div style="position:fixed;overflow:auto">${text}</div>`
    expect(staying(page, { article: 1 })).toBe('11')
  })
})

describe('what puts an event into a calendar', () => {
  test.each([
    'addtocalendar',
    'add-to-calendar',
    'btn addToCalendarButton',
    'add_to_calendar',
    'addeventatc',
    'atcb-init',
  ])('is left out, with what a script reads there: %s', (name) => {
    const fields = '<a>Add</a><var>2027-05-01 10:30</var><var>Europe/Oslo</var><var>Tides</var>'
    const page = `${text}<div class="${name}">${fields}</div>${text}`
    expect(staying(page, { article: 1 })).toBe('101')
    expect(staying(page, { listing: 1 })).toBe('101')
  })

  test('is no calendar of events', () => {
    expect(staying(beside('calendar'), { listing: 1 })).toBe('11')
    expect(staying(beside('events-calendar add-event'), { listing: 1 })).toBe('11')
  })
})

describe('what stands around the content', () => {
  test('lies over the pages of shops', () => {
    for (const name of ['tooltip', 'popover', 'modal', 'lightbox', 'size-guide-dialog']) {
      expect(staying(beside(name), { collection: 0.3, listing: 0.1, product: 0.2 }), name).toBe(
        '10',
      )
      expect(staying(beside(name), { service: 0.6, product: 0.4 }), name).toBe('11')
    }
  })

  test('is a row of other products', () => {
    expect(staying(beside('carousel'), { product: 0.5 })).toBe('10')
    expect(staying(beside('carousel'), { collection: 1 })).toBe('11')
  })

  test('stands beside posts', () => {
    expect(staying(beside('', 'aside'), { forum: 0.6 })).toBe('10')
    expect(staying(beside('', 'aside'), { forum: 0.5 })).toBe('11')
  })

  test('is a signature, wherever it is', () => {
    expect(staying(beside('signature'), { forum: 1 })).toBe('10')
    expect(staying(beside('signature'), { article: 1 })).toBe('10')
  })
})

describe('a text that is shown twice', () => {
  const visible = `<div>${text}</div>`

  test('is kept once', () => {
    expect(staying(visible + visible, { product: 1 })).toBe('10')
    expect(staying(visible + '<p>Price</p>'.repeat(6) + visible, { product: 1 })).toBe('11111110')
  })

  test('is kept twice far from each other, in running text, and where it is short', () => {
    expect(staying(visible + '<p>Price</p>'.repeat(7) + visible, { product: 1 })).toBe('111111111')
    expect(staying(visible + visible, { article: 0.3, documentation: 0.3, product: 0.4 })).toBe(
      '11',
    )
    expect(staying('<p>In two colours</p>'.repeat(2), { product: 1 })).toBe('11')
  })

  test('is kept where paragraphs side by side say the same', () => {
    expect(staying(text.repeat(20), { product: 1 })).toBe('1'.repeat(20))
  })

  test('is kept in each cell of a table and in code', () => {
    const cell = 'up to ten hours'
    expect(staying(`<table><tr><td>${cell}<td>${cell}</table>`, { product: 1 })).toBe('11')
    expect(staying(`<pre>a b c d e</pre><pre>a b c d e</pre>`, { product: 1 })).toBe('11')
  })
})
