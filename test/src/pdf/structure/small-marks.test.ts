import { describe, expect, test } from 'vitest'
import { paragraph, pdfOf, rule, text } from '../../../support/pdf.ts'
import { readPdf } from '../../../support/read-pdf.ts'

const read = async (ops: string): Promise<string> => (await readPdf(pdfOf([ops]))).markdown.trim()

const BODY = [
  'The harbour keeps a ledger of every ship that comes and of every ship that goes, and the',
  'pilot writes into it by lantern light what the tide has brought, until the ink runs out.',
]
const QUOTED = [
  'Whoever counts ships learns patience, said the old master, and he',
  'went on counting until the night came and nobody could see them.',
]
const body = (y: number): string => paragraph(72, y, BODY)
const quoted = (y: number, x = 102): string => paragraph(x, y, QUOTED)

describe('a quotation', () => {
  test('is indented on both sides', async () => {
    expect(await read(body(700) + quoted(666) + body(632))).toContain(
      `\n\n> ${QUOTED.join(' ')}\n\n`,
    )
  })

  test('stands beside a rule', async () => {
    const ops = body(700) + quoted(666, 86) + rule(78, 650, 78, 676) + body(632)
    expect(await read(ops)).toContain(`> ${QUOTED.join(' ')}`)
  })

  test('after a list is none of its items', async () => {
    const items =
      text(90, 666, '\x95') + text(102, 666, 'one') + text(90, 654, '\x95') + text(102, 654, 'two')
    const markdown = await read(body(700) + items + quoted(626) + body(590))
    expect(markdown).toContain(`- one\n- two\n\n> ${QUOTED.join(' ')}`)
  })

  test('is no text below its term, as definitions are', async () => {
    const term = text(72, 666, 'Pilot')
    const wide = paragraph(102, 654, [
      'The pilot goes aboard every ship that is longer than a barge, whatever the tide may',
      'be, and he leaves it again behind the mole.',
    ])
    expect(await read(body(700) + term + wide + body(620))).not.toContain('> ')
  })

  test('holds its heading, its list, and who is quoted', async () => {
    const head = text(102, 664, 'Patience', 'sans', 14)
    const items = text(120, 614, '\x95 one') + text(120, 602, '\x95 two')
    const name = text(102, 584, '\x97 The old master')
    const ops = body(700) + head + quoted(642) + items + name + body(556)
    expect(await read(ops)).toContain(
      `\n\n> # Patience\n>\n> ${QUOTED.join(' ')}\n>\n> - one\n> - two\n>\n> — The old master\n\n`,
    )
  })
})

describe('raised and lowered parts', () => {
  const up = (x: number, y: number, part: string, size = 7): string =>
    text(x, y, part, 'sans', size)

  test.each([
    ['10', '6', 4, 7, '10⁶'],
    ['H', '2', -2, 7, 'H₂'],
    ['m', '2', 4, 10, 'm²'],
    ['x', '2a+b', 4, 7, 'x^(2a+b)'],
    ['5', 'th', 4, 7, '5th'],
  ])(
    '%s with %s moved by %d points in size %d is %s',
    async (base, part, shift, size, expected) => {
      const width = Array.from(base, (char) =>
        char === 'H' ? 7.22 : char === 'm' ? 8.33 : char === 'x' ? 5 : 5.56,
      )
      const end = 72 + width.reduce((sum, one) => sum + one, 0)
      const line = text(72, 700, base) + up(end, 700 + shift, part, size)
      expect((await read(`${body(740)}${line}`)).replace(/^.*\n\n/s, '')).toBe(expected)
    },
  )

  test('a power beside the mark of a note stays one', async () => {
    const ops =
      text(72, 700, 'The quay holds 10') +
      up(154.3, 704, '1') +
      text(161, 700, 'cells, as the ledger') +
      body(660)
    expect(await read(`${ops}${text(72, 80, '1 Counted in spring.', 'sans', 8)}`)).toContain(
      '10¹ cells',
    )
  })
})

test.each([
  [`1 Ropes ${'.'.repeat(90)} 3`, '1 Ropes … 3'],
  ['Name: ..... here', 'Name: ..... here'],
])('leaders of dots cost one sign: %s', async (drawn, expected) => {
  expect(await read(text(72, 700, drawn))).toBe(expected)
})

test('a bullet needs no blank', async () => {
  const lines = ['\x9510% at least', '\x95 95% at most', '\x955 GHz band']
  expect(await read(paragraph(72, 700, lines))).toBe('- 10% at least\n- 95% at most\n- 5 GHz band')
})

test.each([
  [['data of COVID-', '19 patients'], 'data of COVID-19 patients'],
  [['see pages 10-', '12 of it'], 'see pages 10-12 of it'],
])('a compound goes on in the next line: %j', async (lines, expected) => {
  expect(await read(paragraph(72, 700, lines))).toBe(expected)
})

test.each([
  ['A N N U A L', 'ANNUAL'],
  ['A B C D E F', 'A B C D E F'],
  ['I A M', 'I A M'],
])('%s is read as %s', async (drawn, expected) => {
  expect(await read(text(72, 760, drawn) + body(700))).toContain(`${expected}\n\n`)
})
