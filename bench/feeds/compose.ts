import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BenchPage, benchPages } from '../data.ts'

interface Truth {
  url: string
  type: string
  title: string | null
  author: string | null
  main: string | null
}

const ITEMS_PER_FEED = 10
const FEEDS_PER_KIND = 15

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A post as its blog would put it into a feed: the blocks of the real article's HTML. */
function post({ file, truth, url, id }: BenchPage<Truth>) {
  const html = readFileSync(file, 'utf8')
  const article = /<article[\s\S]*?<\/article>/i.exec(html)?.[0] ?? html
  const blocks =
    article.match(/<(p|h2|h3|ul|ol|blockquote|figure|table)[\s>][\s\S]*?<\/\1>/gi) ?? []
  return {
    id,
    url: escape(url),
    title: escape(truth.title ?? ''),
    author: escape(truth.author ?? ''),
    // oxlint-disable-next-line no-control-regex -- they are not allowed in XML.
    html: blocks.join('\n').replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, ''),
    main: truth.main ?? '',
  }
}
type Post = ReturnType<typeof post>

const wordpress = (posts: readonly Post[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:slash="http://purl.org/rss/1.0/modules/slash/"><channel><title>Blog</title><atom:link href="https://bench.example/feed" rel="self" type="application/rss+xml" /><link>https://bench.example</link><description>Just another site</description><lastBuildDate>Thu, 01 Jan 2004 19:48:21 +0000</lastBuildDate><language>en-US</language>${posts
    .map(
      ({ id, url, title, author, html, main }) =>
        `<item><title>${title}</title><link>${url}</link><dc:creator><![CDATA[${author}]]></dc:creator><pubDate>Thu, 01 Jan 2004 19:48:21 +0000</pubDate><category><![CDATA[News]]></category><category><![CDATA[Life]]></category><guid isPermaLink="false">https://bench.example/?p=${id}</guid><description><![CDATA[<p>${main.slice(0, 300)} [&#8230;]</p>]]></description><content:encoded><![CDATA[${html.replaceAll(']]>', '')}]]></content:encoded><slash:comments>3</slash:comments></item>`,
    )
    .join('\n')}</channel></rss>`

const atom = (posts: readonly Post[]): string =>
  `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title type="text">Blog</title><id>tag:bench.example,2004:blog</id><link rel="alternate" type="text/html" href="https://bench.example/"/><updated>2004-01-01T19:48:21-08:00</updated>${posts
    .map(
      ({ id, url, title, author, html }) =>
        `<entry><id>tag:bench.example,2004:${id}</id><published>2004-01-01T19:48:21.000-08:00</published><updated>2004-01-01T19:48:21.000-08:00</updated><category scheme="http://www.blogger.com/atom/ns#" term="News"/><title type="html">${title}</title><content type="html">${escape(html)}</content><link rel="alternate" type="text/html" href="${url}"/><author><name>${author}</name></author></entry>`,
    )
    .join('\n')}</feed>`

const headlines = (posts: readonly Post[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>News</title><link>https://bench.example</link><description>News</description>${Array.from(
    { length: 5 },
    (_, round) =>
      posts
        .map(
          ({ id, url, title, main }) =>
            `<item><title>${title}</title><link>${url}?r=${round}</link><description>${escape(main.slice(0, 250))}</description><pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate><guid isPermaLink="true">${url}?${id}-${round}</guid><media:thumbnail width="240" height="135" url="https://img.bench.example/${id}.jpg"/></item>`,
        )
        .join(''),
  ).join('')}</channel></rss>`

/** A set of feeds that speed is measured on. */
export interface FeedSet {
  name: string
  feeds: Uint8Array[]
}

/**
 * Feeds in the three shapes that most feeds have, their items made of real articles of WCXB; and, when the
 * environment names a folder of feed files in `BENCH_FEEDS`, those.
 */
export async function feedSets(): Promise<FeedSet[]> {
  const pages = await benchPages<Truth>('extraction/wcxb-dev.tar.xz')
  const articles = pages.filter(({ truth }) => truth.type === 'article')
  const compose = (write: (posts: readonly Post[]) => string, from: number): Uint8Array[] =>
    Array.from({ length: FEEDS_PER_KIND }, (_, feed) => {
      const at = (from + feed) * ITEMS_PER_FEED
      return Buffer.from(write(articles.slice(at, at + ITEMS_PER_FEED).map(post)))
    })
  const sets = [
    { name: 'RSS with whole posts in CDATA', feeds: compose(wordpress, 0) },
    { name: 'Atom with whole posts, escaped', feeds: compose(atom, FEEDS_PER_KIND) },
    { name: 'RSS of headlines', feeds: compose(headlines, 2 * FEEDS_PER_KIND) },
  ]
  const folder = process.env['BENCH_FEEDS']
  if (folder === undefined) return sets
  const files = readdirSync(folder).filter((name) => /\.(?:xml|rss|atom|rdf)$/.test(name))
  return [
    ...sets,
    { name: 'files of BENCH_FEEDS', feeds: files.map((file) => readFileSync(join(folder, file))) },
  ]
}
