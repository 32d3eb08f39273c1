import type { Page } from '../../test/support/page-server.ts'
import { pdfOf, paragraph, text } from '../../test/support/pdf.ts'
import { pngOf } from '../../test/support/pictures.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'

/** What stands in the third part of the long page and of the long PDF. */
export const PASSAGE = 'The night porter keeps the spare keys of the east wing in drawer 17.'

/** Words that lead to it. */
export const PASSAGE_WORDS = 'spare keys east wing'

const SUBJECTS = 'harbour,pilot,ferry,night porter,tide table,north pier,lamp,kitchen,lift,archive'
const VERBS = 'carries,follows,waits for,replaces,describes,opens,counts,repairs,leaves,finds'
const ENDS =
  'before the guests arrive,while the boats come in,in the old register,after the second bell,without a word,on most mornings,as the rules of the house demand,because nobody else will'

/** Plain sentences, always the same ones of a seed. */
function prose(seed: number, sentences: number): string {
  const random = seededRandom(seed)
  const one = (list: string): string => {
    const words = list.split(',')
    return words[Math.floor(random() * words.length)] ?? ''
  }
  const written = Array.from(
    { length: sentences },
    () => `The ${one(SUBJECTS)} ${one(VERBS)} the ${one(SUBJECTS)} ${one(ENDS)}.`,
  )
  return written.join(' ')
}

const paragraphs = (seed: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => prose(seed * 1_000 + index, 6))

const asHtml = (blocks: readonly string[]): string =>
  blocks.map((block) => `<p>${block}</p>`).join('\n')

interface Article {
  title: string
  author: string
  date: string
  body: string
}

function article({ title, author, date, body }: Article): Page {
  const data = JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: title,
    author: { '@type': 'Person', name: author },
    datePublished: date,
  })
  return {
    body: `<!doctype html><html lang="en"><head><title>${title}</title><meta name="author" content="${author}">
<meta property="og:title" content="${title}"><meta property="og:description" content="About ${title}.">
<meta property="og:site_name" content="The Harbour Post">
<script type="application/ld+json">${data}</script></head>
<body><nav><a href="/">Home</a> <a href="/all">All</a></nav><article><h1>${title}</h1>${body}</article>
<footer>Imprint</footer></body></html>`,
  }
}

/** A long text in chapters, its passage in the third part that models get. */
function longBody(): string {
  return Array.from({ length: 36 }, (_, chapter) => {
    const passage = chapter === 29 ? `<p>${PASSAGE}</p>` : ''
    return `<h2>Chapter ${chapter + 1}</h2>${asHtml(paragraphs(100 + chapter, 5))}${passage}`
  }).join('\n')
}

function linkedBody(): string {
  const links = Array.from({ length: 150 }, (_, index) => {
    const sentence = prose(9_000 + index, 3)
    return `<p>${sentence} See <a href="https://archive.example/records/${index}">record ${index}</a>.</p>`
  })
  return links.join('\n')
}

const lines = (seed: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => prose(seed * 1_000 + index, 1))

function report(year: number, guests: string): Buffer {
  const pages = [1, 2].map(
    (page) =>
      text(60, 780, page === 1 ? `Annual report ${year}` : 'Figures', 'bold', 18) +
      paragraph(60, 740, [
        ...lines(year + page, 20),
        ...(page === 2 ? [`Guests in ${year}: ${guests}.`] : []),
        ...lines(year + page + 50, 12),
      ]),
  )
  return pdfOf(pages, { title: `Annual report ${year}`, author: 'Ada Lind' })
}

function longPdf(): Buffer {
  const pages = Array.from({ length: 20 }, (_, page) =>
    paragraph(60, 800, [
      ...lines(300 + page, 25),
      ...(page === 13 ? [PASSAGE] : []),
      ...lines(400 + page, 25),
    ]),
  )
  return pdfOf(pages, { title: 'The rules of the house' })
}

function feed(): string {
  const items = Array.from(
    { length: 30 },
    (_, index) =>
      `<item><title>Notice ${30 - index}</title><link>https://post.example/${30 - index}</link>` +
      `<pubDate>${new Date(Date.UTC(2026, 9, 30 - index)).toUTCString()}</pubDate>` +
      `<description>${prose(700 + index, 2)}</description></item>`,
  )
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour notices</title><link>https://post.example/</link><description>What happens.</description>${items.join('')}</channel></rss>`
}

const PDF = { 'content-type': 'application/pdf' }

/** The documents that agents of the tasks read, by path. */
export function documents(): Record<string, Page> {
  const news = (n: number): Page =>
    article({
      title: `Harbour news ${n}`,
      author: `Reporter ${n}`,
      date: `2026-0${n}-10`,
      body: asHtml([...paragraphs(n, 6), `The harbour had ${n}00 visitors that day.`]),
    })
  const feedPage: Page = { headers: { 'content-type': 'application/rss+xml' }, body: feed() }
  return {
    '/tides': article({
      title: 'Why the tides wait',
      author: 'Ada Lind',
      date: '2026-03-14',
      body: asHtml([
        ...paragraphs(1, 5),
        'A spring tide rises 4.2 metres here.',
        ...paragraphs(2, 4),
      ]),
    }),
    '/moon': article({
      title: 'What the moon pulls',
      author: 'Bo Berg',
      date: '2025-11-02',
      body: asHtml([
        ...paragraphs(3, 5),
        'A spring tide rises 3.9 metres here.',
        ...paragraphs(4, 4),
      ]),
    }),
    ...Object.fromEntries([1, 2, 3, 4].map((n) => [`/news/${n}`, news(n)])),
    '/house': article({
      title: 'The house and its rules',
      author: 'Cleo Dahl',
      date: '2026-01-05',
      body: longBody(),
    }),
    '/records': article({
      title: 'Records of the harbour',
      author: 'Ada Lind',
      date: '2026-02-02',
      body: linkedBody(),
    }),
    '/notices.xml': feedPage,
    '/stream': feedPage,
    '/blog': {
      body: `<title>Blog</title><link rel="alternate" type="application/rss+xml" href="/notices.xml"><p>${prose(5, 4)}</p>`,
    },
    '/report-2025.pdf': { headers: PDF, body: report(2_025, '1,204') },
    '/report-2026.pdf': { headers: PDF, body: report(2_026, '1,377') },
    '/download': { headers: PDF, body: report(2_026, '1,377') },
    '/house.pdf': { headers: PDF, body: longPdf() },
    '/poster.png': { headers: { 'content-type': 'image/png' }, body: pngOf(3_000, 1_500) },
    '/chart.png': { headers: { 'content-type': 'image/png' }, body: pngOf(40, 30) },
  }
}

/** A PDF that a person uploads. */
export const uploadedReport = (): Uint8Array<ArrayBuffer> => new Uint8Array(report(2_024, '998'))

/** A long one. */
export const uploadedRules = (): Uint8Array<ArrayBuffer> => new Uint8Array(longPdf())
