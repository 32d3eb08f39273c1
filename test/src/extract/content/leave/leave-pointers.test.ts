import { describe, expect, test } from 'vitest'
import { readSignals } from '../../../../../src/extract/content/features/block-features.ts'
import { leaveOutPointers } from '../../../../../src/extract/content/leave/leave-pointers.ts'
import { parsePage } from '../../../../../src/markup/html/parse-page.ts'

/** The places of the blocks that stay, where all were kept. */
function stayingOf(html: string): number[] {
  const signals = readSignals(parsePage(html), 'https://a.test/')
  const keeps = new Uint8Array(signals.blocks.length).fill(1)
  leaveOutPointers(signals, keeps)
  return [...keeps.keys()].filter((index) => keeps[index] === 1)
}

const around = (line: string): string => `<p>The tide came in.</p>${line}<p>It went out again.</p>`
const LINK = '<a href=/t>Ferries stop at noon</a>'

describe('lines that send readers elsewhere', () => {
  test.each([
    'Read also: ',
    'Lesen Sie auch: ',
    'À lire aussi ',
    'Lea también: ',
    '▶ Leggi anche – ',
    'Czytaj też: ',
    'Читайте также: ',
    '相关阅读：',
    '関連記事：',
    '관련 기사: ',
    'إقرأ أيضا: ',
  ])('are left out: %s', (words) => {
    expect(stayingOf(around(`<p>${words}${LINK}</p>`))).toEqual([0, 2])
  })

  test('stay where they say something besides', () => {
    const text = `<p>Read also what the harbour master told us last year in a letter, and ${LINK}.</p>`
    expect(stayingOf(around(text))).toEqual([0, 1, 2])
  })

  test('stay where they lead nowhere, or only begin like one', () => {
    expect(stayingOf(around('<p>Related</p>'))).toEqual([0, 1, 2])
    expect(stayingOf(around('<p>Relatedness: <a href=/r>how words are kin</a></p>'))).toEqual([
      0, 1, 2,
    ])
  })
})

describe('lists of links to other stories', () => {
  const list = `<ul><li>${LINK}</li><li>${LINK}</li></ul>`

  test('are left out under a line that only says so, and with it', () => {
    expect(stayingOf(around(`<h3>Related stories</h3>${list}`))).toEqual([0, 4])
  })

  test('stay under any other heading', () => {
    expect(stayingOf(around(`<h3>Timetables</h3>${list}`))).toEqual([0, 1, 2, 3, 4])
  })
})
