import { describe, expect, test } from 'vitest'
import { lostText } from '../../../support/pdf-conservation.ts'
import {
  marked,
  paragraph,
  PAGE_HEIGHT,
  pdfOf,
  text,
  type TestElement,
} from '../../../support/pdf.ts'
import { markdownOf, readPdf } from '../../../support/read-pdf.ts'

const heading: TestElement = { role: 'H1', kids: [0] }
const title = marked(0, text(72, 780, 'The lobby', 'bold', 18))

function nested(roles: readonly string[], kid: number): TestElement {
  return roles.reduceRight<TestElement>(
    (inner, role, index) => ({ role, kids: index === roles.length - 1 ? [kid] : [inner] }),
    { role: 'Span', kids: [kid] },
  )
}

describe('tagged documents', () => {
  test.each([
    [['Code', 'P']],
    [['Code', 'Span', 'Formula']],
    [['P', 'Code', 'P', 'Code', 'P']],
    [['Code', 'Code', 'Code', 'Div', 'Code']],
    [['Quote', 'P', 'Formula', 'Div']],
  ])('with %j are read', { tags: 'full' }, async (roles) => {
    const markdown = await markdownOf([
      {
        ops: title + marked(1, text(72, 740, 'Some text.')),
        structure: [heading, nested(roles, 1)],
      },
    ])
    expect(markdown).toBe('# The lobby\n\nSome text.')
  })

  test.each(['Div', 'L', 'Code', 'Span', 'Table', 'LBody'])(
    'with 100,000 of %s in each other are read',
    { tags: 'full' },
    async (role) => {
      const bytes = pdfOf([
        {
          ops: title + marked(1, text(72, 740, 'Some text.')),
          structure: [heading, { role, times: 100_000, kids: [1] }],
        },
      ])
      const result = await readPdf(new Uint8Array(bytes))
      expect(result.markdown).toContain('The lobby')
      expect(await lostText(bytes, result)).toBe('')
    },
  )

  test('lose nothing that their structure leaves out, at its place', async () => {
    const ops =
      title +
      marked(
        1,
        paragraph(72, 740, ['The first paragraph, which is long enough to be most of the page.']),
      ) +
      text(72, 700, 'Nobody named this.') +
      marked(
        2,
        paragraph(72, 660, ['The second paragraph, which is long enough to be most of the page.']),
      )
    const bytes = pdfOf([
      { ops, structure: [heading, { role: 'P', kids: [1] }, { role: 'P', kids: [2] }] },
    ])
    const result = await readPdf(bytes)
    expect(result.markdown).toMatch(/page\.\n\nNobody named this\.\n\nThe second/)
    expect(await lostText(bytes, result)).toBe('')
  })

  test('have the meaning of signs that no letters are', async () => {
    const ops = title + marked(1, text(72, 740, 'Water at 20')) + marked(2, text(130, 740, '**'))
    const markdown = await markdownOf([
      {
        ops,
        structure: [heading, { role: 'P', kids: [1, { role: 'Span', alt: 'degrees', kids: [2] }] }],
      },
    ])
    expect(markdown).toBe('# The lobby\n\nWater at 20 degrees')
  })

  test('report what they themselves call no part of the text', async () => {
    const foot = `/Artifact BMC\n${text(270, 30, 'Printed at noon')}EMC\n`
    const ops = title + marked(1, paragraph(72, 740, ['One paragraph.', 'And its end.'])) + foot
    const { markdown, removed } = await readPdf(
      pdfOf([{ ops, structure: [heading, { role: 'P', kids: [1] }] }]),
    )
    expect(markdown).toBe('# The lobby\n\nOne paragraph. And its end.')
    expect(removed).toEqual([{ kind: 'artifact', page: 1, text: 'Printed at noon' }])
  })

  test('keep labels that are no marker, and cells in their columns where empty ones are left out', async () => {
    const item = (label: number, body: number): TestElement => ({
      role: 'LI',
      kids: [
        { role: 'Lbl', kids: [label] },
        { role: 'LBody', kids: [body] },
      ],
    })
    const cell = (id: number): TestElement => ({ role: 'TD', kids: [id] })
    const row = (...ids: number[]): TestElement => ({ role: 'TR', kids: ids.map(cell) })
    const at = (id: number, x: number, down: number, content: string): string =>
      marked(id, text(x, PAGE_HEIGHT - down, content))
    const ops =
      title +
      at(1, 72, 100, 'Q1:') +
      at(2, 100, 100, 'Who came?') +
      at(3, 72, 140, 'Day') +
      at(4, 200, 140, 'Debit') +
      at(5, 300, 140, 'Credit') +
      at(6, 72, 160, 'Monday') +
      at(7, 300, 160, '7.00')
    const markdown = await markdownOf([
      {
        ops,
        structure: [
          heading,
          { role: 'L', kids: [item(1, 2)] },
          { role: 'Table', kids: [row(3, 4, 5), row(6, 7)] },
        ],
      },
    ])
    expect(markdown).toContain('- Q1: Who came?')
    expect(markdown).toContain('| Monday |  | 7.00 |')
  })
})
