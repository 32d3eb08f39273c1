import { describe, expect, it } from 'vitest'
import { nameInByline } from '../../../../src/extract/page-info/byline.ts'
import { findFavicon } from '../../../../src/extract/page-info/favicon.ts'
import { fileCard } from '../../../../src/extract/page-info/file-card.ts'
import { addressOf, namesOf, readJsonLd } from '../../../../src/extract/page-info/json-ld.ts'
import { findLanguage, slashOrder } from '../../../../src/extract/page-info/language.ts'
import {
  absoluteAddress,
  isSiteRoot,
  samePage,
} from '../../../../src/extract/page-info/page-address.ts'
import { plainText } from '../../../../src/extract/page-info/plain-text.ts'
import { readingTimeMinutes } from '../../../../src/extract/page-info/scan/prose-counter.ts'
import { scanPage } from '../../../../src/extract/page-info/scan/scan-page.ts'
import { withoutSiteName } from '../../../../src/extract/page-info/title.ts'

describe('nameInByline', () => {
  it.each([
    ['By\nJane Doe\n|\nMar 5, 2024', 'Jane Doe'],
    ['Written by Jane Doe on May 3', 'Jane Doe'],
    ['16 December 2025 by Jane Doe', 'Jane Doe'],
    ['ByJane Doe-June 12, 2025', 'Jane Doe'],
    ['Jane Doe\nTech Reporter', 'Jane Doe'],
    ['Jane Doe 5 min read', 'Jane Doe'],
    ['Von Käthe Müller', 'Käthe Müller'],
    ['Jane Doe\nand\nJohn Roe', 'Jane Doe, John Roe'],
    ['By Jane Doe, DVM. Reviewed by John Roe, DVM', 'Jane Doe, DVM'],
    ['J. K. Rowling', 'J. K. Rowling'],
    ['Melanie Hanson', 'Melanie Hanson'],
    ['May Smith', 'May Smith'],
    ['By Ada Porter, Ben Ox and Cleo Ray', 'Ada Porter, Ben Ox, Cleo Ray'],
    ['By Ada Porter, Ben Ox, and Cleo Ray', 'Ada Porter, Ben Ox, Cleo Ray'],
    ['Von Käthe Müller und Björn Åkesson', 'Käthe Müller, Björn Åkesson'],
    ['Par Anne Roux et Luc Petit', 'Anne Roux, Luc Petit'],
    ['Por Ana Ruiz y Luis Gil', 'Ana Ruiz, Luis Gil'],
    ['Автор: Анна Петрова', 'Анна Петрова'],
    ['作者：肖春芳', '肖春芳'],
    ['بقلم أحمد علي', 'أحمد علي'],
    ['מאת דנה כהן', 'דנה כהן'],
    ['Ada Porter, PhD, RN', 'Ada Porter, PhD, RN'],
    ['Get in touch', ''],
    ['Visit the Harbour Store', ''],
    ['qx7kpg2ma0ciabcdef', ''],
    ['肖春芳', '肖春芳'],
    ['night_owl42', 'night_owl42'],
    ['Updated Feb. 27, 2025', ''],
    ['Sign in', ''],
    ['admin', ''],
    ['jane@doe.example', ''],
    ['https://a.example/jane', ''],
    ['Posts by Jane', 'Jane'],
    ['The sea comes back twice a day, and twice a day it leaves the boats', ''],
    ['', ''],
  ])('%j: %s', (text, name) => {
    expect(nameInByline(text)).toBe(name)
  })
})

describe('withoutSiteName', () => {
  it.each([
    ['Tides | The Harbour Review', 'Tides'],
    ['Tides - Essays - The Harbour Review', 'Tides - Essays'],
    ['The Harbour Review: Tides', 'The Harbour Review: Tides'],
    ['The Harbour Review • Tides', 'Tides'],
    ['Tides | Harbour.example | The Harbour Review', 'Tides'],
    ['Low-tide walks', 'Low-tide walks'],
    ['The Harbour Review', 'The Harbour Review'],
  ])('%s: %s', (title, rest) => {
    expect(withoutSiteName(title, ['The Harbour Review', 'harbour.example'])).toBe(rest)
  })
})

describe('readJsonLd', () => {
  it('follows references, also in circles', () => {
    const data = readJsonLd([
      '{"@id":"#a","@type":"Article","author":{"@id":"#b"}}',
      '{"@id":"#b","@type":"Person","name":["Ada","A."]}',
      '{"@id":"#c","author":{"@id":"#d"}}',
      '{"@id":"#d","sameAs":{"@id":"#c"}}',
    ])
    expect(namesOf(data, { '@id': '#b' })).toEqual(['Ada', 'A.'])
    expect(namesOf(data, { '@id': '#d' })).toEqual([])
    expect(namesOf(data, { '@id': '#nowhere' })).toEqual([])
    const round = readJsonLd(['{"@id":"#x","url":{"@id":"#x"}}'])
    expect(addressOf(round, { '@id': '#x' })).toBe('')
  })

  it('tells what the page is about from what that contains', () => {
    const data = readJsonLd([
      '{"@graph":[{"@type":"http://schema.org/NewsArticle","comment":[{"@type":"Comment"}]},{"@type":["WebPage","FAQPage"],"mainEntity":{"@type":"Question"}}]}',
    ])
    expect(data.nodes.map(({ types, nesting }) => `${types.join('+')} ${nesting}`)).toEqual([
      'newsarticle 0',
      'webpage+faqpage 0',
      'question 0',
      'comment 1',
    ])
  })

  it.each([
    ['a comment around it', '<!-- {"@type":"Article"} -->'],
    ['a CDATA section around it', '//<![CDATA[\n{"@type":"Article"}\n//]]>'],
    ['a CDATA section in a comment', '/*<![CDATA[*/{"@type":"Article"}/*]]>*/'],
    ['a comma too many', '[{"@type":"Article",},]'],
    ['a raw line break in a string', '{"@type":"Article","name":"a\nb"}'],
    ['a semicolon', '{"@type":"Article"};'],
  ])('mends %s', (_name, block) => {
    expect(readJsonLd([block]).nodes.map(({ types }) => types)).toEqual([['article']])
  })

  it('reads a bounded number of objects and leaves out what is broken', () => {
    const many = `[${Array.from({ length: 10_000 }, () => '{"@type":"Article"}').join(',')}]`
    expect(readJsonLd([many, many]).nodes.length).toBeLessThanOrEqual(4000)
    expect(readJsonLd(['{', 'null', '3', '"x"', '']).nodes).toEqual([])
  })
})

describe('findFavicon', () => {
  const links = (html: string): string =>
    findFavicon(scanPage(html).links, 'https://a.example/b/', 'https://a.example/b/c')
  it.each([
    ['nothing', '', 'https://a.example/favicon.ico'],
    [
      'the biggest',
      '<link rel=icon sizes="16x16 48x48" href=s.png><link rel="shortcut icon" href=x.ico>',
      'https://a.example/b/s.png',
    ],
    [
      'a touch icon before a small one',
      '<link rel=icon href=s.png><link rel=apple-touch-icon href=t.png>',
      'https://a.example/b/t.png',
    ],
    [
      'SVG first',
      '<link rel=icon sizes=512x512 href=l.png><link rel=icon type="image/svg+xml" href=/v.svg>',
      'https://a.example/v.svg',
    ],
    [
      'no data address',
      '<link rel=icon href="data:image/png;base64,A">',
      'https://a.example/favicon.ico',
    ],
    ['no mask icon', '<link rel=mask-icon href=m.svg>', 'https://a.example/favicon.ico'],
  ])('takes %s', (_name, html, address) => {
    expect(links(html)).toBe(address)
  })
})

describe('scanPage', () => {
  it('is not swallowed by a CDATA section that HTML ends at the next >', () => {
    expect(scanPage('<p><![CDATA[ a > b</p><h1>Here</h1>').headings[0]?.text).toBe('Here')
  })

  it('counts the words of the article, not those around it', () => {
    const html = `<nav>one two</nav><main><article>${'word '.repeat(100)}don&rsquo;t <b>bo</b>ld</article></main><footer>three</footer>`
    expect(scanPage(html).prose).toEqual({ words: 102, ideographs: 0 })
    expect(scanPage('<p>日本語の本 two</p><script>a b</script>').prose).toEqual({
      words: 1,
      ideographs: 5,
    })
  })

  it('keeps bounded lists, whatever the page repeats', () => {
    const metas = Array.from({ length: 1000 }, (_, index) => `<meta name="m${index}" content="x">`)
    expect(scanPage(metas.join('')).metas.size).toBe(600)
    const script = '<script type="application/ld+json">{}</script>'
    expect(scanPage(script.repeat(100)).jsonLd.length).toBe(60)
    expect(scanPage('<link rel=icon href=a>'.repeat(1000)).links.length).toBe(400)
    expect(scanPage('<b class=author>'.repeat(10)).bylines.length).toBe(6)
    expect(scanPage('<b class=author>x</b>'.repeat(100)).bylines.length).toBe(60)
    expect(scanPage('<h1>x</h1>'.repeat(10)).headings.length).toBe(6)
  })

  it('keeps the text of a title in a drawing out of the title', () => {
    expect(scanPage('<svg><title>Logo</title></svg><title>Page</title>').title).toBe('Page')
  })

  it('does not count the title as text to read', () => {
    const { prose } = scanPage(`<title>${'word '.repeat(5000)}</title><p>four words of text`)
    expect(prose.words).toBe(4)
  })
})

describe('small parts', () => {
  it('rounds the reading time, with one minute at least', () => {
    expect(readingTimeMinutes({ words: 10, ideographs: 0 })).toBe(1)
    expect(readingTimeMinutes({ words: 690, ideographs: 0 })).toBe(3)
    expect(readingTimeMinutes({ words: 230, ideographs: 1000 })).toBe(3)
  })

  it('makes addresses absolute and refuses other schemes', () => {
    const base = 'https://a.example/b/c'
    expect(absoluteAddress(' ../d ', base)).toBe('https://a.example/d')
    expect(absoluteAddress('//cdn.example/x', base)).toBe('https://cdn.example/x')
    for (const bad of [
      '',
      'javascript:1',
      'data:x',
      'file:///x',
      'ftp://a.example/',
      'http://',
      `/${'a'.repeat(5000)}`,
    ]) {
      expect(absoluteAddress(bad, base)).toBe('')
    }
  })

  it('knows the same page and the root of a site', () => {
    expect(samePage('https://www.a.example/b/?x=1', 'http://a.example/b#y')).toBe(true)
    expect(samePage('https://a.example/b', 'https://a.example/c')).toBe(false)
    expect(
      ['/', '/en', '/en-us/', '/index.html', '/a', '/essays/'].map((path) =>
        isSiteRoot(`https://a.example${path}`),
      ),
    ).toEqual([true, true, true, true, false, false])
    expect(isSiteRoot('https://a.example/?p=123')).toBe(false)
    expect(isSiteRoot('https://a.example/?utm_source=x')).toBe(true)
  })

  it('writes language codes canonically', () => {
    const languageOf = (lang: string) => {
      return findLanguage(scanPage(`<html lang="${lang}">`), readJsonLd([]))
    }
    expect(['EN_us', 'zh_hans_cn', 'de', 'en-a', 'english language'].map(languageOf)).toEqual([
      'en-US',
      'zh-Hans-CN',
      'de',
      '',
      '',
    ])
  })

  it('reads slashes by language and country', () => {
    const url = 'https://a.example/'
    expect(
      ['en-US', 'en', '', 'en-GB', 'de', 'fr-CA', 'en-CA'].map((lang) => slashOrder(lang, url)),
    ).toEqual([
      'month-first',
      'month-first',
      'month-first',
      'day-first',
      'day-first',
      'day-first',
      'month-first',
    ])
    expect(slashOrder('en', 'https://a.co.uk/')).toBe('day-first')
  })

  it('turns HTML in a value into text', () => {
    expect(plainText('Tom &amp; <b>Jerry</b>&nbsp;run')).toBe('Tom & Jerry run')
    expect(plainText(' a \n b ')).toBe('a b')
  })

  it.each([
    ['Vec<T> in std', 'Vec<T> in std'],
    ['HashMap<String, Vec<u8>> explained', 'HashMap<String, Vec<u8>> explained'],
    ['if a < b, <b>then</b>', 'if a < b, then'],
    ['Result<A> and <I>', 'Result<A> and <I>'],
    ['x<br>y<!-- z --> <SPAN>s</SPAN>', 'x y s'],
  ])('keeps angle brackets of other things: %s', (value, text) => {
    expect(plainText(value)).toBe(text)
  })

  it('makes a card of an image address', () => {
    expect(fileCard('https://a.example/p/blue%20sky.png?w=1')).toEqual({
      url: 'https://a.example/p/blue%20sky.png?w=1',
      title: 'blue sky.png',
      description: '',
      image: 'https://a.example/p/blue%20sky.png?w=1',
      siteName: '',
    })
    expect(fileCard('https://a.example/%zz.png').title).toBe('%zz.png')
  })
})
