import { escaped, type Sheet, slug } from '../../pages/sheet.ts'
import type { AuthorKind, DateKind, Said, Saying } from '../page.ts'

const HOUR_MS = 3_600_000
const SOME_HOUR = Date.UTC(2018, 8, 20, 7)

function hour(sheet: Sheet): Date {
  return new Date(SOME_HOUR + sheet.random.int(0, 48_000) * HOUR_MS)
}

function series({ tongue }: Sheet, names: readonly string[]): string {
  return new Intl.ListFormat(tongue.language, { type: 'conjunction', style: 'long' }).format(names)
}

function to(name: string, { random }: Sheet): string {
  return `<a class="writer-link" href="/people/${slug(random)}">${escaped(name)}</a>`
}

function data(value: object): string {
  return `<script type="application/ld+json">${JSON.stringify([value])}</script>`
}

function credit(sheet: Sheet, inner: string): Said {
  const shown = sheet.random.pick([
    `<p class="Story_credit__k2Lp0">${inner}</p>`,
    `<dl class="article-info"><dd class="createdby">${inner}</dd></dl>`,
    `<div class="news-author-line"><span>${inner}</span></div>`,
    `<header class="head-meta"><span class="written-by">${inner}</span></header>`,
    `<div class="author-line">${inner}</div>`,
  ])
  const head = sheet.random.chance(0.2)
    ? '<meta name="author" content="webmaster"><meta name="twitter:creator" content="@millpaper">'
    : ''
  return { shown, head }
}

function authors(sheet: Sheet, kind: AuthorKind, people: readonly string[], day: string): Said {
  const { tongue, random } = sheet
  const [one = '', two = '', three = ''] = people
  const name = (who: string): string => (random.chance(0.5) ? escaped(who) : to(who, sheet))
  const by = (names: string): string => tongue.by.replace('#', () => names)
  const gap = random.pick([' • ', ' / ', '<br>', ' — '])
  switch (kind) {
    case 'by one':
      return credit(sheet, by(name(one)))
    case 'one, published on':
      return credit(
        sheet,
        `${by(name(one))}${gap}<span class="when">${tongue.published.replace('#', day)}</span>`,
      )
    case 'one, photographs by another':
      return credit(sheet, `${by(name(one))}${gap}${tongue.photos.replace('#', () => name(two))}`)
    case 'one, translated by another':
      return credit(
        sheet,
        `${by(escaped(one))}${gap}${tongue.translated.replace('#', () => name(two))}`,
      )
    case 'one, with a role':
      return credit(
        sheet,
        `${by(name(one))}${random.pick([', ', gap])}<em>${random.pick(tongue.roles)}</em>`,
      )
    case 'two, no links':
      return credit(sheet, `<span class="who">${by(escaped(series(sheet, [one, two])))}</span>`)
    case 'two, linked':
      return credit(sheet, by(series(sheet, [to(one, sheet), to(two, sheet)])))
    case 'two, one linked':
      return credit(sheet, by(series(sheet, [escaped(one), to(two, sheet)])))
    case 'three':
      return credit(sheet, by(series(sheet, [to(one, sheet), escaped(two), escaped(three)])))
    case 'meta author':
      return {
        head: `<meta property="article:author" content="${escaped(one)}"><meta name="author" content="${escaped(one)}">`,
      }
    case 'meta authors':
      return { head: `<meta content="${escaped(one)}" name="authors">` }
    case 'rel=author':
      return {
        shown: `<span class="head-meta">${by(`<a href="/people/${slug(random)}" rel="author nofollow">${escaped(one)}</a>`)}</span>`,
      }
    case 'JSON-LD':
      return {
        head: data({
          '@context': 'https://schema.org',
          '@type': 'ReportageNewsArticle',
          headline: sheet.heading,
          author: { '@type': 'Person', name: one, url: '/people/x' },
        }),
      }
    case 'JSON-LD, a list':
      return {
        head: data({
          '@context': 'https://schema.org',
          '@type': 'BlogPosting',
          headline: sheet.heading,
          author: [
            { '@type': 'Person', name: one },
            { '@type': 'Person', name: two },
          ],
        }),
      }
    case 'microdata':
      return {
        shown: `<div itemscope itemtype="http://schema.org/NewsArticle"><dd class="createdby" itemprop="author" itemscope itemtype="https://schema.org/Person">${by(`<span itemprop="name">${escaped(one)}</span>`)}</dd></div>`,
      }
    case 'meta authors, section link':
      return {
        head: `<meta name="authors" content="${escaped(one)}">`,
        shown: `<div class="kicker"><a class="author-section-label" rel="category" href="/section/s3">${escaped(tongue.menu[3]!)}</a></div>`,
      }
    case 'nobody':
    case 'nobody at all':
    default:
      return random.chance(0.5)
        ? {}
        : {
            shown: `<div class="kicker"><a class="section-author" href="/section/s4">${escaped(tongue.menu[4]!)}</a></div>`,
          }
  }
}

function dates(sheet: Sheet, kind: DateKind, day: Date): Said {
  const { tongue } = sheet
  const date = day.toISOString().slice(0, 10)
  const changed = new Date(day.getTime() + 500 * HOUR_MS)
  switch (kind) {
    case 'JSON-LD':
      return {
        head: data({
          '@context': 'https://schema.org',
          '@type': 'NewsArticle',
          headline: sheet.heading,
          datePublished: date,
          dateModified: changed.toISOString(),
        }),
      }
    case 'meta':
      return {
        head: `<meta name="date" content="${date}"><meta name="dcterms.created" content="${date}">`,
      }
    case 'time':
      return {
        shown: `<div class="head-meta"><time datetime="${date}" itemprop="datePublished">${sheet.day(day, 'medium')}</time></div>`,
      }
    case 'shown':
      return {
        shown: `<p class="Story_when__q1">${sheet.random.chance(0.5) ? sheet.day(day) : tongue.published.replace('#', () => sheet.day(day))}</p>`,
      }
    case 'shown, with a change':
      return {
        shown: `<dl class="article-info"><dd class="modified-at">${tongue.updated.replace('#', () => sheet.day(changed))}</dd><dd class="published-at">${tongue.published.replace('#', () => sheet.day(day))}</dd></dl>`,
      }
    case 'none':
    default:
      return {}
  }
}

function voices(sheet: Sheet): string {
  const cards = sheet
    .people(3)
    .map(
      (name) =>
        `<figure class="Voice_card__t7"><blockquote>${escaped(sheet.sentence())}</blockquote><figcaption><span class="Voice_author__n2">${escaped(name)}</span>, <span>${escaped(sheet.random.pick(sheet.tongue.roles))}</span></figcaption></figure>`,
    )
  return `<section class="Voice_all__z0">${cards.join('')}</section>`
}

function tiles(sheet: Sheet): string {
  const all = sheet.people(4).map((name) => {
    const at = hour(sheet)
    return `<div class="tile-small" itemscope itemtype="https://schema.org/Article"><a href="/${slug(sheet.random)}"><span itemprop="headline">${escaped(sheet.title())}</span></a><div class="tile-sub"><span itemprop="author">${escaped(name)}</span>, <time itemprop="datePublished" datetime="${at.toISOString().slice(0, 16)}">${sheet.day(at)}</time></div></div>`
  })
  return `<div class="tile-row"><strong>${escaped(sheet.tongue.related)}</strong>${all.join('')}</div>`
}

function replies(sheet: Sheet): string {
  const all = sheet
    .people(3)
    .map(
      (name) =>
        `<div class="jc-comment"><div class="jc-head"><span class="jc-author">${escaped(name)}</span> <span class="jc-date">${sheet.day(hour(sheet))}</span></div><div class="jc-text">${escaped(sheet.sentence())}</div></div>`,
    )
  return `<div id="jc-list">${all.join('\n')}</div>`
}

function programme(sheet: Sheet): string {
  const rows = sheet.random.times(4, () => {
    const at = hour(sheet)
    return `<tr><td class="cal-when"><time datetime="${at.toISOString().slice(0, 10)}">${sheet.day(at)}</time></td><td><a href="/cal/x">${escaped(sheet.title())}</a></td></tr>`
  })
  return `<table class="cal-mini"><caption>${escaped(sheet.tongue.calendar[3]!)}</caption>${rows.join('')}</table>`
}

function board(sheet: Sheet): string {
  const people = sheet.people(3)
  const posts = sheet.random.times(
    7,
    (at) =>
      `<div id="p${100 + at}" class="post-box bg${(at % 2) + 1}"><div class="inner-box"><dl class="postprofile" id="profile${at}"><dt><a href="./memberlist.php?u=${at}" class="username">${escaped(people[at % 3]!)}</a></dt><dd class="profile-posts"><strong>Posts:</strong> ${sheet.random.int(2, 900)}</dd></dl><div class="postbody"><p class="author-line-phpbb"><time datetime="${hour(sheet).toISOString()}">${sheet.day(hour(sheet))}</time></p><div class="content-box">${escaped(sheet.sentence())}<br>${escaped(sheet.sentence())}</div></div></div></div>`,
  )
  return `<div id="page-body-board">${posts.join('\n<hr class="divider" />\n')}</div>`
}

/** What pages that nothing is tuned on say, and how. */
export const HELD_OUT_SAYING: Saying = {
  authors,
  dates,
  decoys: { testimonials: voices, 'related stories': tiles, comments: replies, events: programme },
  thread: board,
  addresses: [
    ['thread/', 'forum'],
    ['community/', 'forum'],
    ['questions/', 'forum'],
    ['shop/', 'product'],
    ['manual/', 'docs'],
    ['tag/', 'listing'],
  ],
}
