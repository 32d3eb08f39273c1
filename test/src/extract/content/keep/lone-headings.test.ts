import { describe, expect, test } from 'vitest'
import { randomFrom } from '../../../../../bench/train/gbt.ts'
import { countStructures, noStructures } from '../../../../../bench/train/structures.ts'
import { readSignals } from '../../../../../src/extract/content/features/block-features.ts'
import { settleLoneHeadings } from '../../../../../src/extract/content/keep/lone-headings.ts'
import { structuresOf } from '../../../../../src/extract/content/keep/structures.ts'
import { selectBlocks } from '../../../../../src/extract/content/select-content.ts'
import { parsePage } from '../../../../../src/markup/html/parse-page.ts'

const signalsOf = (html: string): ReturnType<typeof readSignals> =>
  readSignals(parsePage(html), 'https://example.org/a')

/** The places of the blocks that are kept in the end, where those in `kept` were. */
function settled(html: string, kept: readonly number[]): number[] {
  const signals = signalsOf(html)
  const keeps = new Uint8Array(signals.blocks.length)
  for (const index of kept) keeps[index] = 1
  settleLoneHeadings(signals, structuresOf(signals.blocks, signals.stats), keeps)
  return [...keeps.keys()].filter((index) => keeps[index] === 1)
}

describe('a heading over nothing that is kept', () => {
  test('gets back the first text under it', () => {
    expect(settled('<p>Sea</p><h2>Tides</h2><p>Twice a day</p><p>Moon</p>', [0, 1])).toEqual([
      0, 1, 2,
    ])
  })

  test('gets back a text rather than the link before it', () => {
    const html = '<p>Sea</p><h2>Tides</h2><div><a href=/b>Buy</a></div><p>Twice</p>'
    expect(settled(html, [0, 1])).toEqual([0, 1, 3])
    expect(settled(html.replace('<p>Twice</p>', ''), [0, 1])).toEqual([0, 1, 2])
  })

  test('gets back a list as a whole', () => {
    expect(settled('<p>Sea</p><h2>Tides</h2><ul><li>One<li>Two<li>Three</ul>', [0, 1])).toEqual([
      0, 1, 2, 3, 4,
    ])
  })

  test.each([
    ['long', `<p>${'Twice a day. '.repeat(40)}</p>`],
    ['a menu', '<nav><a href=/b>Buy</a></nav>'],
    ['a form', '<form><p>Write to us</p></form>'],
  ])('is left out where that is %s', (_, under) => {
    expect(settled(`<p>Sea</p><h2>Tides</h2>${under}`, [0, 1])).toEqual([0])
  })

  test('is left alone where a heading below it is kept, or nothing stands below', () => {
    expect(settled('<p>Sea</p><h2>Tides</h2><h3>Ebb</h3><p>Low</p>', [0, 1, 2, 3])).toEqual([
      0, 1, 2, 3,
    ])
    expect(settled('<p>Sea</p><h2>Tides</h2>', [0, 1])).toEqual([0, 1])
  })

  test('gets back no line of rights, but what stands before it', () => {
    const rights = '<p>© 2026 Harbour office</p>'
    expect(settled(`<p>Sea</p><h2>Tides</h2>${rights}`, [0, 1])).toEqual([0])
    const html = `<p>Sea</p><h2>Tides</h2><ol><li><a href=/b>Ebb</a><li><a href=/c>Flow</a></ol>${rights}`
    expect(settled(html, [0, 1])).toEqual([0, 1, 2, 3])
  })

  test('stays where nothing else is kept, with the first thing under it where that is short', () => {
    expect(settled('<h2>Tides</h2><p>Twice</p>', [0])).toEqual([0, 1])
    expect(settled(`<h2>Tides</h2><p>${'Twice a day. '.repeat(40)}</p>`, [0])).toEqual([0])
  })
})

test('no heading stays over nothing that is kept, whatever is likely', () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const random = randomFrom(seed)
    const pick = (of: readonly string[]): string => of[Math.floor(random() * of.length)]!
    const parts = Array.from({ length: 30 }, (_, at) =>
      pick([
        `<h2>Part ${at}</h2>`,
        `<h3><a href=/${at}>Piece ${at}</a></h3>`,
        `<p>The sea rises twice a day, says book ${at}.</p>`,
        `<ul><li>Ebb ${at}<li>Flood ${at}</ul>`,
        `<div><a href=/x${at}>More ${at}</a></div>`,
        `<nav><a href=/n${at}>Menu ${at}</a></nav>`,
      ]),
    )
    const signals = signalsOf(`<h1>Tides</h1><p>First.</p>${parts.join('')}`)
    const probabilities = Float32Array.from(signals.blocks, () => random())
    probabilities[1] = 1
    const types = new Float32Array(7)
    const { keeps } = selectBlocks(signals, { probabilities, types }, 1)
    const counts = noStructures()
    const texts = signals.blocks.map((_, index) => String(index))
    countStructures(counts, signals, texts, keeps, '')
    expect({ seed, alone: counts.headingsAlone }).toEqual({ seed, alone: 0 })
  }
})
