import { describe, expect, test } from 'vitest'
import { hexText, PAGE_HEIGHT, paragraph, rule, text } from '../../../support/pdf.ts'
import { markdownOf } from '../../../support/read-pdf.ts'

/** About as wide as the text of the page. */
const full = [
  'The porter carries what the guest cannot, and knows every door of the house, also those',
  'that nobody has opened for years, because somebody must know what lies behind them when',
  'the bell rings at night.',
]

describe('paragraphs', () => {
  test('are parted by space, and their lines put together', async () => {
    expect(await markdownOf([paragraph(72, 780, full) + paragraph(72, 725, full)])).toBe(
      `${full.join(' ')}\n\n${full.join(' ')}`,
    )
  })

  test('are parted by the indent of a first line', async () => {
    const ops =
      paragraph(72, 780, full) +
      text(
        90,
        744,
        'Nobody else does, and few would want to know them all, to be honest, at any time of the',
      ) +
      text(72, 732, 'day.')
    expect((await markdownOf([ops])).split('\n\n')).toHaveLength(2)
  })

  test('lose hyphens that the line end made, and keep those that belong to the word', async () => {
    const lines = [
      'Every bell-ringer in town knows that ringing is a matter of practice and of much impa-',
      'tience, which is why the house still keeps a bell-',
      'ringer of its own.',
    ]
    expect(await markdownOf([paragraph(72, 780, lines)])).toBe(
      'Every bell-ringer in town knows that ringing is a matter of practice and of much impatience, which is why the house still keeps a bell-ringer of its own.',
    )
  })

  test('go on over a page break', async () => {
    const open = full.slice(0, 2)
    expect(await markdownOf([paragraph(72, 100, open), text(72, 780, 'the bell rings.')])).toBe(
      `${open.join(' ')} the bell rings.`,
    )
  })

  test('in two columns are read column by column, also where lines were drawn across', async () => {
    const left = Array.from({ length: 12 }, (_, index) => `left column, line number ${index} of it`)
    const right = Array.from(
      { length: 12 },
      (_, index) => `right column, line number ${index} of it`,
    )
    const across = left
      .map(
        (line, index) =>
          text(72, 700 - index * 12, line) + text(320, 700 - index * 12, right[index] ?? ''),
      )
      .join('')
    expect(await markdownOf([across])).toBe([...left, ...right].join(' '))
    const inTurn = paragraph(72, 700, left) + paragraph(320, 700, right)
    expect(await markdownOf([inTurn])).toBe([...left, ...right].join(' '))
  })
})

describe('headings', () => {
  test('are lines in larger type, their levels by size', async () => {
    const ops =
      text(72, 790, 'The House', 'bold', 20) +
      text(72, 760, 'The Cellar', 'bold', 14) +
      paragraph(72, 740, full) +
      text(72, 680, 'The Attic', 'bold', 14) +
      paragraph(72, 660, full)
    const lines = (await markdownOf([ops])).split('\n').filter((line) => line.startsWith('#'))
    expect(lines).toEqual(['# The House', '## The Cellar', '## The Attic'])
  })

  test('may be code in larger type', async () => {
    const ops = text(72, 780, 'ring()', 'mono', 16) + paragraph(72, 750, full)
    expect(await markdownOf([ops])).toContain('# `ring()`')
  })

  test('are short bold lines that stand alone', async () => {
    const ops =
      paragraph(72, 780, full) + text(72, 730, 'The Attic', 'bold') + paragraph(72, 710, full)
    expect(await markdownOf([ops])).toContain('\n\n# The Attic\n\n')
  })

  test('named by bookmarks have their level, whatever their size', async () => {
    const ops =
      text(72, 790, 'The House', 'bold', 11) +
      paragraph(72, 770, full) +
      text(72, 720, 'A long heading that', 'bold', 11) +
      text(72, 706, 'takes two lines', 'bold', 11) +
      paragraph(72, 690, full)
    const outline = [
      { title: 'The House', level: 1, page: 1, y: 802 },
      { title: 'A long heading that takes two lines', level: 2, page: 1, y: 732 },
    ] as const
    const lines = (await markdownOf([ops], { outline }))
      .split('\n')
      .filter((line) => line.startsWith('#'))
    expect(lines).toEqual(['# The House', '## A long heading that takes two lines'])
  })
})

describe('lists', () => {
  test('nest by their indent, and their lines are put together', async () => {
    const ops =
      text(72, 780, '\u00B7') +
      text(
        84,
        780,
        'Bags of guests who came on foot, which are light but many, and which have to be',
      ) +
      text(84, 768, 'carried at once') +
      text(90, 752, '-') +
      text(102, 752, 'small ones') +
      text(72, 736, '\u00B7') +
      text(84, 736, 'Trunks')
    expect(await markdownOf([ops])).toBe(
      '- Bags of guests who came on foot, which are light but many, and which have to be carried at once\n  - small ones\n- Trunks',
    )
  })

  test('keep their numbers', async () => {
    const ops = paragraph(72, 780, ['3. Ring', '4. Wait', '5. Go'])
    expect(await markdownOf([ops])).toBe('3. Ring\n4. Wait\n5. Go')
  })

  test('have numbers without a point, where these count from one below each other', async () => {
    const item = (y: number, number: string, words: string): string =>
      text(72, y, number) + text(90, y, words)
    const list = (numbers: readonly string[]): string =>
      text(72, 700, 'What is left to do') +
      numbers
        .map((number, row) => item(676 - row * 18, number, `carry the trunk ${row + 4}`))
        .join('')
    expect(await markdownOf([list(['1', '2', '3'])])).toBe(
      'What is left to do\n\n1. carry the trunk 4\n2. carry the trunk 5\n3. carry the trunk 6',
    )
    expect(await markdownOf([list(['3', '5', '8'])])).not.toMatch(/[358]\./)
  })

  test('find markers that were drawn after all text', async () => {
    const ops =
      text(84, 780, 'First') +
      text(84, 760, 'Second') +
      text(72, 780, '\u00B7') +
      text(72, 760, '\u00B7')
    expect(await markdownOf([ops])).toBe('- First\n- Second')
  })
})

test('bullets that were drawn as shapes are bullets, other shapes are not', async () => {
  const item = (y: number, content: string): string =>
    `74 ${y + 2} 4 4 re f\n${text(90, y, content)}`
  const ops =
    item(780, 'First') + item(760, 'Second') + `72 722 30 4 re f\n${text(110, 720, 'No item')}`
  expect(await markdownOf([ops])).toBe('- First\n\n- Second\n\n  No item')
})

describe('tables', () => {
  const row = (y: number, cells: readonly string[], xs: readonly number[] = [72, 200, 330]) =>
    cells.map((cell, index) => text(xs[index] ?? 0, y, cell)).join('')

  test('are found by aligned columns', async () => {
    const ops =
      row(780, ['Room', 'Floor', 'Price']) +
      row(766, ['Attic', '5', '40']) +
      row(752, ['Cellar', '-1', '15'])
    expect(await markdownOf([ops])).toBe(
      '| Room | Floor | Price |\n| --- | --- | --- |\n| Attic | 5 | 40 |\n| Cellar | -1 | 15 |',
    )
  })

  test('have cells of several lines and empty ones, parted by rules', async () => {
    const ops =
      row(780, ['Room', 'What for', 'Price']) +
      rule(72, 774, 400) +
      text(72, 762, 'Attic') +
      paragraph(200, 762, ['for those who', 'like the view']) +
      text(330, 762, '40') +
      rule(72, 744, 400) +
      text(72, 732, 'Cellar') +
      rule(72, 726, 400) +
      row(714, ['Roof', 'for cats', '0'])
    expect(await markdownOf([ops])).toBe(
      '| Room | What for | Price |\n| --- | --- | --- |\n| Attic | for those who like the view | 40 |\n| Cellar |  |  |\n| Roof | for cats | 0 |',
    )
  })

  test('are not parted by the underlines of their text', async () => {
    const ops =
      row(780, ['Room', 'Floor', 'Price']) +
      text(72, 766, 'Attic with') +
      rule(72, 764, 112) +
      text(72, 754, 'a view') +
      rule(72, 752, 100) +
      text(200, 766, '5') +
      text(330, 766, '40') +
      row(738, ['Cellar', '-1', '15'])
    expect(await markdownOf([ops])).toContain('\n| Attic with a view | 5 | 40 |\n')
  })

  test('may be mostly empty where rules part their rows', async () => {
    const ops =
      row(780, ['Room', 'Sold', 'Let']) +
      ['Attic', 'Cellar', 'Roof']
        .map((name, index) => rule(72, 774 - index * 20, 400) + text(72, 762 - index * 20, name))
        .join('')
    expect((await markdownOf([ops])).split('\n')).toHaveLength(5)
  })

  test('go on over a page break, without a repeated head', async () => {
    const head = ['Room', 'Floor', 'Price']
    const pages = [
      row(100, head) + row(86, ['Attic', '5', '40']),
      row(780, head) + row(766, ['Cellar', '-1', '15']),
    ]
    expect((await markdownOf(pages)).split('\n')).toHaveLength(4)
  })

  test('escape what would part cells', async () => {
    const ops = row(780, ['a|b', 'c']) + row(766, ['d', 'e'])
    expect(await markdownOf([ops])).toContain(String.raw`| a\|b | c |`)
  })
})

describe('inside of text', () => {
  test('bold, italic and code are kept', async () => {
    const ops =
      text(72, 780, 'Ring') +
      text(96, 780, 'twice', 'bold') +
      text(125, 780, 'or') +
      text(138, 780, 'wait', 'italic') +
      text(162, 780, 'ring()', 'mono')
    expect(await markdownOf([ops])).toBe('Ring **twice** or *wait* `ring()`')
  })

  test('text that was drawn twice, to look bold, is one', async () => {
    expect(await markdownOf([text(72, 780, 'Ring twice') + text(72.3, 780, 'Ring twice')])).toBe(
      'Ring twice',
    )
  })

  test('links are the words under their areas, of a line drawn at once too', async () => {
    const page = {
      ops: text(72, 780, 'See the house rules and the price list for more.'),
      links: [
        { rect: [108, 778, 159, 790], url: 'https://house.example/rules' },
        { rect: [199, 778, 234, 790], url: 'https://house.example/prices' },
        { rect: [72, 778, 90, 790], url: 'ftp://house.example/' },
      ],
    } as const
    expect(await markdownOf([page])).toBe(
      'See the [house rules](https://house.example/rules) and the [price list](https://house.example/prices) for more.',
    )
  })

  test('lines of code are a block, with their indents and blank lines', async () => {
    const ops =
      text(72, 780, 'Like this:') +
      text(72, 756, 'if (bell) {', 'mono') +
      text(84, 744, 'ring()', 'mono') +
      text(72, 720, '}', 'mono')
    expect(await markdownOf([ops])).toBe('Like this:\n\n```\nif (bell) {\n  ring()\n\n}\n```')
  })

  test('Markdown in the text is text', async () => {
    const lines = ['# not a heading', '*no* emphasis, no <tag>, no `code`']
    const markdown = await markdownOf([
      text(72, 780, lines[0] ?? '') + text(72, 740, lines[1] ?? ''),
    ])
    expect(markdown).toBe('\\# not a heading\n\n\\*no\\* emphasis, no \\<tag>, no \\`code\\`')
  })
})

describe('running headers, footers and page numbers', () => {
  const page = (number: number): string =>
    text(72, PAGE_HEIGHT - 30, 'The Porter, a Quarterly') +
    text(72, 700, `What happens on day ${number} is told here.`) +
    text(290, 30, String(number + 10))
  const pages = [1, 2, 3].map(page)

  test('are left out', async () => {
    expect(await markdownOf(pages)).toBe(
      [1, 2, 3].map((number) => `What happens on day ${number} is told here.`).join('\n\n'),
    )
  })

  test('are kept when asked for', async () => {
    const markdown = await markdownOf(pages, {}, { headersFooters: true })
    expect(markdown.match(/Quarterly/g)).toHaveLength(3)
    expect(markdown).toContain('13')
  })

  test('a page number of a single page is left out, a number in the text is not', async () => {
    const ops =
      text(72, 700, 'There are seven:') + text(72, 680, '7') + text(280, 30, 'Page 7 of 9')
    const markdown = await markdownOf([ops])
    expect(markdown).toContain('7')
    expect(markdown).not.toContain('Page 7')
  })
})

test('text in no order is read from top to bottom', async () => {
  const ys = [700, 500, 680, 480, 660, 460, 640, 440, 620, 420]
  const ops = ys.map((y) => text(72, y, `line at ${y}.`)).join('')
  const found = [...(await markdownOf([ops])).matchAll(/line at (\d+)/g)].map(([, y]) => Number(y))
  expect(found).toEqual(ys.toSorted((a, b) => b - a))
})

test('Chinese beside Latin text stays in its line', async () => {
  expect(await markdownOf([text(72, 700, 'Guest:') + hexText(110, 700, 'C0F1B1F6', 'cjk')])).toBe(
    'Guest: 礼宾',
  )
})
