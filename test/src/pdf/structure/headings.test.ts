import { describe, expect, test } from 'vitest'
import { PAGE_HEIGHT, paragraph, text } from '../../../support/pdf.ts'
import { markdownOf } from '../../../support/read-pdf.ts'

const prose = (mark: string): string[] =>
  Array.from(
    { length: 6 },
    (_, index) => `${mark} ${index}: the porter carries what the guest cannot carry alone`,
  )
const up = (down: number): number => PAGE_HEIGHT - down

describe('headings of papers', () => {
  test('are numbered lines in the middle, in capitals or italic', async () => {
    const ops =
      text(200, up(60), 'On quiet graphs', 'sans', 20) +
      text(152, up(100), 'I. The old harbour') +
      paragraph(60, up(115), prose('first')) +
      text(60, up(210), 'A. Ships of the north', 'italic') +
      paragraph(60, up(225), prose('second')) +
      text(150, up(320), 'II. LATER YEARS') +
      paragraph(60, up(338), prose('third'))
    const markdown = await markdownOf([ops])
    expect(markdown.match(/^#+ .*$/gm)).toEqual([
      '# On quiet graphs',
      '## I. The old harbour',
      '### A. Ships of the north',
      '## II. LATER YEARS',
    ])
  })

  test('are not items of lists, nor numbered sentences', async () => {
    const ops =
      paragraph(60, up(100), prose('first')) +
      text(60, up(190), 'I. went to the harbour and came back with the old book') +
      paragraph(60, up(208), prose('second')) +
      text(60, up(300), '2. the second thing') +
      paragraph(60, up(330), prose('third'))
    expect(await markdownOf([ops])).not.toMatch(/^#/m)
  })

  test('are a bold title over a bold section in the type of the text', async () => {
    const ops =
      text(60, up(60), 'Figures of the quarter', 'bold') +
      text(60, up(90), 'What came in', 'bold') +
      paragraph(60, up(108), prose('first'))
    expect(await markdownOf([ops])).toMatch(/^# Figures of the quarter\n\n# What came in\n/)
  })
})

describe('headings at the upper end of pages', () => {
  test('stay where several pages begin with the same one', async () => {
    const page = (mark: string): string =>
      text(60, up(102), 'Example', 'bold') +
      Array.from({ length: 12 }, (_, at) =>
        text(
          60,
          up(118.8 + at * 12),
          `${mark} ${at}: the porter carries what the guest cannot carry alone`,
        ),
      ).join('')
    const markdown = await markdownOf(['one', 'two', 'three', 'four'].map(page))
    expect(markdown.match(/Example/g)).toHaveLength(4)
  })
})

describe('running heads that repeat a title', () => {
  const foot = text(280, 40, 'all rights')
  const page = (content: string): string => content + paragraph(60, up(120), prose('line')) + foot

  test('go with the number of their page, though one page alone has them', async () => {
    const first =
      text(60, up(84), 'Figures of the quarter', 'bold') + paragraph(60, up(120), prose('one'))
    const second = text(60, up(48), 'Figures of the quarter') + text(480, up(48), 'Page 2')
    const markdown = await markdownOf([first + foot, page(second)])
    expect(markdown.match(/Figures of the quarter/g)).toHaveLength(1)
    expect(markdown).not.toContain('Page 2')
  })

  test('go in small type on the only page', async () => {
    const ops =
      text(200, up(30), 'Figures of the quarter - all rights', 'sans', 7) +
      text(60, up(90), 'Figures of the quarter', 'bold', 18)
    expect(await markdownOf([ops + paragraph(60, up(120), prose('line'))])).not.toContain(
      'all rights',
    )
  })

  test('go far from the edge, where pages have wide margins', async () => {
    const pages = [1, 2, 3].map(
      (number) =>
        paragraph(60, up(120), prose(`page ${number}`)) + text(280, 128, `Page ${number}`),
    )
    expect(await markdownOf(pages)).not.toContain('Page')
  })

  test('stay where they are text: another name, another number', async () => {
    const first =
      text(60, up(84), 'Figures of the quarter', 'bold') + paragraph(60, up(120), prose('one'))
    const second = text(60, up(48), 'Figures of the quarter') + text(480, up(48), 'Page 7')
    expect(await markdownOf([first, second + paragraph(60, up(120), prose('two'))])).toContain(
      'Page 7',
    )
  })
})

describe('captions', () => {
  test('begin a paragraph of their own, also under a full line', async () => {
    const ops =
      paragraph(
        60,
        up(100),
        prose('line').map((line) => line.replace('alone', 'and')),
      ) +
      text(
        60,
        up(100 + 6 * 12),
        'Table 3: ships of the north by their names and by what they carry',
      )
    expect(await markdownOf([ops])).toContain('\n\nTable 3: ships of the north')
  })
})

describe('bullets of slides', () => {
  test('are dashes that stand apart from their text, also under a full line', async () => {
    const ops =
      text(60, up(60), 'What we learned', 'sans', 24) +
      text(60, up(110), '\x95') +
      text(80, up(110), 'harbours are quiet in the winter') +
      text(90, up(126), '-') +
      text(110, up(126), 'and loud in summer') +
      text(60, up(142), '\x95') +
      text(80, up(142), 'ships come')
    expect(await markdownOf([ops])).toContain(
      '- harbours are quiet in the winter\n  - and loud in summer\n- ships come',
    )
  })
})
