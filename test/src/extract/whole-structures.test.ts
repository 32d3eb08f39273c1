import { describe, expect, test } from 'vitest'
import { extractJob } from '../../../src/extract/extract-job.ts'
import { seeds } from '../../support/full.ts'
import { plainPage } from '../../support/plain-pages.ts'
import { seededRandom } from '../../support/seeded-random.ts'

async function read(html: string): Promise<string> {
  const { markdown } = await extractJob({
    url: 'https://plain.test/garden',
    status: 200,
    kind: 'html',
    contentType: 'text/html; charset=utf-8',
    bytes: Buffer.from(html),
    links: 'none',
    images: 'keep',
  })
  return markdown
}

const FOOTER = '<footer><a href=/privacy>Privacy</a> | <a href=/terms>Terms</a></footer>'

describe('a plain page keeps', () => {
  test('the last item of a short list', async () => {
    const markdown = await read(
      `<h1>My garden</h1><p>First paragraph.</p><p>Second paragraph.</p><h2>Things</h2><ul><li>apples<li>pears<li>plums</ul>${FOOTER}`,
    )
    expect(markdown).toMatch(/## Things\n\n- apples\n- pears\n- plums$/)
  })

  test('an item of one word after another', async () => {
    const markdown = await read(
      '<article><h1>Two things</h1><p>By Ann Lee, 3 May 2021</p><p>There are two things that matter here.</p><p>They are named below.</p><h2>Names</h2><ul><li>one</li><li>two</li></ul></article>',
    )
    expect(markdown).toMatch(/## Names\n\n- one\n- two$/)
  })

  test('code at its end, with its heading', async () => {
    const paragraph =
      '<p>The report is made of several queries that run one after another at night.</p>'
    const markdown = await read(
      `<h1>Reports</h1>${paragraph.repeat(16)}<h2>Code</h2><pre>SELECT name\nFROM plants\nWHERE age > 3</pre>${FOOTER}`,
    )
    expect(markdown).toMatch(/## Code\n\n```\nSELECT name\nFROM plants\nWHERE age > 3\n```/)
  })

  test('code whose text is mostly links', async () => {
    const line = '<a href=/fs>fs</a>.<a href=/read>readFile</a>(<a href=/p>path</a>)\n'
    const markdown = await read(
      `<h1>Files</h1><p>Reading a file takes one call, and closing it takes none at all.</p><pre>${line.repeat(3)}</pre><p>The call returns when all of the file was read.</p>${FOOTER}`,
    )
    expect(markdown.match(/fs\.readFile\(path\)/g)).toHaveLength(3)
  })

  test('opening hours', async () => {
    const rows = ['Monday', 'Tuesday', 'Saturday'].map((day) => `<tr><td>${day}<td>9:00–17:30`)
    const markdown = await read(
      `<h1>Contact</h1><p>Elm Road 5<br>12345 Ashford<br>+44 1234 567890</p><h2>Opening hours</h2><table>${rows.join('')}</table>${FOOTER}`,
    )
    expect(markdown).toContain('## Opening hours')
    expect(markdown.match(/9:00–17:30/g)).toHaveLength(3)
  })
})

const MENU =
  '<ul class="menu"><li><a href="/a">Home</a></li><li><a href="/b">Products</a></li></ul>'
const PROSE =
  '<p>The ferry between the two towns has run since the winter of 1911, and its timetable still hangs framed in the waiting room.</p>'

describe('beside kept text', () => {
  const address =
    '<address>Quay Street 12<br>1050 Harbour Town<br>Phone: +43 1 555 01 47<br><a href="mailto:office@harbour.example">office@harbour.example</a></address>'

  test.each([
    ['on a bare page', `${MENU}<h1>Contact</h1>${PROSE}${address}${PROSE}${FOOTER}`],
    [
      'in a box of an article',
      `${MENU}<main><article><h1>The ferry</h1>${PROSE.repeat(2)}<div>${address}</div>${PROSE.repeat(2)}</article></main>${FOOTER}`,
    ],
  ])('an address %s is kept whole', async (_, html) => {
    const markdown = await read(html)
    expect(markdown).toContain('Quay Street 12\\\n1050 Harbour Town\\\nPhone: +43 1 555 01 47')
    expect(markdown).toContain('office@harbour.example')
  })

  test('names of those who speak are kept, whatever they are and stand in', async () => {
    const said = [
      'How long has the boat been in service on this line?',
      'It came in 1951 from a yard in the south.',
      'What will become of it when the bridge is opened?',
      'Nobody knows yet, but we hope that the museum takes it.',
      'Who was the first captain of it, do you remember?',
      'My grandfather steered it for thirty years, in all weathers.',
    ]
    const shapes = [
      (name: string, text: string) => `<div class="speaker">${name}</div><div><p>${text}</p></div>`,
      (name: string, text: string) => `<div><span>${name}</span><div>${text}</div></div>`,
      (name: string, text: string) => `<section><header>${name}</header><p>${text}</p></section>`,
    ]
    const names = ['Q A', 'Anna Tom', 'Contact News'].map((pair) => pair.split(' '))
    for (const [one, other] of names) {
      for (const shape of shapes) {
        const turns = said.map((text, at) => shape(at % 2 === 0 ? one! : other!, text))
        const markdown = await read(
          `${MENU}<main><h1>The ferry</h1>${PROSE}${turns.join('')}${PROSE}</main>${FOOTER}`,
        )
        const lines = markdown.split('\n')
        const kept = [one, other].map((name) => lines.filter((line) => line === name).length)
        expect([turns[0], kept]).toEqual([turns[0], [3, 3]])
      }
    }
  })

  test('labels that always say the same are judged as all else', async () => {
    const ad = '<div class="ad-label">Advertisement</div>'
    const markdown = await read(
      `${MENU}<main><article><h1>The ferry</h1>${`${ad}${PROSE}`.repeat(4)}</article></main>${FOOTER}`,
    )
    expect(markdown).not.toContain('Advertisement')
  })
})

describe('a small page keeps the links that it opens with', () => {
  const hero = (after: string): string =>
    `${MENU}<main><header><h1>System documentation</h1><p>The hub for all who write software here.</p><div>${after}</div></header></main>${FOOTER}`

  test('after its title and what it is about', async () => {
    const markdown = await read(hero('<a href="/in">Start here</a> <a href="/rest">REST</a>'))
    expect(markdown).toMatch(/software here\.\n\nStart here REST$/)
  })

  test('not those for sharing it, nor what comes after', async () => {
    const share = '<span>Share</span><a href="#f">Facebook</a><a href="#x">WhatsApp</a>'
    expect(await read(hero(share))).not.toContain('Facebook')
    const more = '<h2>You may also like</h2><a href="/x">The other hub</a>'
    expect(await read(hero(more))).not.toContain('The other hub')
  })
})

const SEEDS = Array.from({ length: seeds(10, 150) }, (_, index) => index + 1)

describe('of plain pages from any seed', () => {
  test('no structure is lost, whole or in part, and no heading', async () => {
    const failures: string[] = []
    for (const seed of SEEDS) {
      const { html, structures, headings } = plainPage(seed)
      const markdown = await read(html)
      for (const text of [...structures.flat(), ...headings]) {
        if (!markdown.includes(text)) failures.push(`${seed}: ${text}`)
      }
    }
    expect(failures).toEqual([])
  })
})

describe('a long article keeps its last chapters', () => {
  const SUBJECTS = ['The harbour', 'The pilot', 'The ferry', 'The kitchen', 'The lamp', 'The lift']
  const VERBS = ['repairs', 'follows', 'opens', 'counts', 'leaves', 'finds']
  const ENDS = [
    'after the second bell',
    'without a word',
    'on most mornings',
    'in the old register',
    'before the guests arrive',
  ]

  test.each(Array.from({ length: seeds(12, 40) }, (_, seed) => seed))(
    'which say little that is new (%d)',
    async (seed) => {
      const random = seededRandom(seed)
      const one = (words: readonly string[]): string =>
        words[Math.floor(random() * words.length)] ?? ''
      const sentence = () =>
        `${one(SUBJECTS)} ${one(VERBS)} ${one(SUBJECTS).toLowerCase()} ${one(ENDS)}.`
      const paragraph = (): string => `<p>${Array.from({ length: 6 }, sentence).join(' ')}</p>`
      const chapters = 30 + Math.floor(random() * 15)
      const body = Array.from(
        { length: chapters },
        (_, chapter) =>
          `<h2>Chapter ${chapter + 1}</h2>${Array.from({ length: 5 }, paragraph).join('')}`,
      ).join('')
      const head =
        '<meta property="og:type" content="article"><meta property="og:site_name" content="The Post">'
      const markdown = await read(
        `<html lang="en"><head><title>The house</title>${head}</head><body><nav><a href="/">Home</a></nav><article><h1>The house</h1>${body}</article><footer>Imprint</footer></body></html>`,
      )
      expect(markdown.match(/^## /gm)).toHaveLength(chapters)
      expect(markdown.split('\n\n').filter((text) => text.endsWith('.'))).toHaveLength(5 * chapters)
    },
  )
})
