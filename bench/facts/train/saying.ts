import { escaped, type Sheet, slug } from '../../pages/sheet.ts'
import type { AuthorKind, DateKind, Said, Saying } from '../page.ts'

const DAY_MS = 86_400_000
const ANY_DAY = Date.UTC(2019, 5, 1)

function someDay(sheet: Sheet): Date {
  return new Date(ANY_DAY + sheet.random.int(0, 2000) * DAY_MS)
}

function joined({ tongue }: Sheet, names: readonly string[]): string {
  return new Intl.ListFormat(tongue.language, { type: 'conjunction' }).format(names)
}

function linked(name: string): string {
  return `<a href="/author/a1/" title="${escaped(name)}">${escaped(name)}</a>`
}

function ld(data: object): string {
  return `<script type="application/ld+json" class="yoast-schema-graph">${JSON.stringify(data)}</script>`
}

function byline(sheet: Sheet, inner: string): Said {
  const shown = sheet.random.pick([
    `<p class="byline">${inner}</p>`,
    `<div class="entry-meta"><span class="byline">${inner}</span></div>`,
    `<div class="c-article-byline"><div class="c-article-byline__text">${inner}</div></div>`,
    `<div class="post-info"><span class="author">${inner}</span></div>`,
  ])
  const head = sheet.random.chance(0.2)
    ? '<meta name="author" content="admin"><meta property="article:author" content="https://www.facebook.com/harbour.journal">'
    : ''
  return { shown, head }
}

function authors(sheet: Sheet, kind: AuthorKind, people: readonly string[], day: string): Said {
  const { tongue, random } = sheet
  const [one = '', two = '', three = ''] = people
  const by = (names: string): string => tongue.by.replace('#', () => names)
  const dot = random.pick([', ', ' | ', ' · ', ' – '])
  switch (kind) {
    case 'by one':
      return byline(sheet, by(random.chance(0.5) ? escaped(one) : linked(one)))
    case 'one, published on':
      return byline(sheet, `${by(escaped(one))}${dot}${tongue.published.replace('#', day)}`)
    case 'one, photographs by another':
      return byline(
        sheet,
        `${by(escaped(one))}${dot}${tongue.photos.replace('#', () => escaped(two))}`,
      )
    case 'one, translated by another':
      return byline(
        sheet,
        `${by(linked(one))}${dot}${tongue.translated.replace('#', () => escaped(two))}`,
      )
    case 'one, with a role':
      return byline(sheet, `${by(escaped(one))}, ${random.pick(tongue.roles)}`)
    case 'two, no links':
      return byline(sheet, by(escaped(joined(sheet, [one, two]))))
    case 'two, linked':
      return byline(sheet, by(joined(sheet, [linked(one), linked(two)])))
    case 'two, one linked':
      return byline(sheet, by(joined(sheet, [linked(one), escaped(two)])))
    case 'three':
      return byline(sheet, by(escaped(joined(sheet, [one, two, three]))))
    case 'meta author':
      return { head: `<meta name="author" content="${escaped(one)}">` }
    case 'meta authors':
      return { head: `<meta name="authors" content="${escaped(one)}">` }
    case 'rel=author':
      return {
        shown: `<p class="post-info"><a rel="author" href="/author/a1/">${escaped(one)}</a></p>`,
      }
    case 'JSON-LD':
      return {
        head: ld({
          '@context': 'https://schema.org',
          '@graph': [
            {
              '@type': 'Article',
              '@id': '#article',
              author: { name: one, '@id': '#p1' },
              headline: sheet.heading,
            },
            { '@type': 'Person', '@id': '#p1', name: one },
          ],
        }),
      }
    case 'JSON-LD, a list':
      return {
        head: ld({
          '@context': 'https://schema.org',
          '@type': 'NewsArticle',
          headline: sheet.heading,
          author: [one, two].map((name) => ({ '@type': 'Person', name })),
        }),
      }
    case 'microdata':
      return {
        shown: `<div itemscope itemtype="https://schema.org/BlogPosting"><span itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">${escaped(one)}</span></span></div>`,
      }
    case 'meta authors, section link':
      return {
        head: `<meta name="authors" content="${escaped(one)}">${ld({ '@type': 'NewsArticle', headline: sheet.heading, author: { '@type': 'Thing', name: '' } })}`,
        shown: `<a class="author-section" rel="tag" href="/tag/t1">${escaped(sheet.tongue.menu[1]!)}</a>`,
      }
    case 'nobody':
    case 'nobody at all':
    default:
      return random.chance(0.5)
        ? {}
        : {
            shown: `<a class="author-section" rel="tag" href="/tag/t2">${escaped(sheet.tongue.menu[2]!)}</a>`,
          }
  }
}

function dates(sheet: Sheet, kind: DateKind, day: Date): Said {
  const { tongue } = sheet
  const iso = `${day.toISOString().slice(0, 10)}T09:30:00+00:00`
  const later = new Date(day.getTime() + 40 * DAY_MS)
  switch (kind) {
    case 'JSON-LD':
      return {
        head: ld({
          '@context': 'https://schema.org',
          '@graph': [
            { '@type': 'WebPage', '@id': '#page', datePublished: iso },
            {
              '@type': 'Article',
              '@id': '#story',
              headline: sheet.heading,
              isPartOf: { '@id': '#page' },
              datePublished: iso,
              dateModified: later.toISOString(),
            },
          ],
        }),
      }
    case 'meta':
      return { head: `<meta property="article:published_time" content="${iso}">` }
    case 'time':
      return {
        shown: `<span class="posted-on"><time class="entry-date published" datetime="${iso}">${sheet.day(day)}</time></span>`,
      }
    case 'shown':
      return {
        shown: `<div class="post-date">${tongue.published.replace('#', () => sheet.day(day))}</div>`,
      }
    case 'shown, with a change':
      return {
        shown: `<p class="dates"><span>${tongue.published.replace('#', () => sheet.day(day))}</span> <span>${tongue.updated.replace('#', () => sheet.day(later))}</span></p>`,
      }
    case 'none':
    default:
      return {}
  }
}

function testimonials(sheet: Sheet): string {
  const quotes = sheet
    .people(3)
    .map(
      (name) =>
        `<blockquote class="testimonial">${escaped(sheet.sentence())}<cite class="author">${escaped(name)}</cite><span>${escaped(sheet.random.pick(sheet.tongue.roles))}</span></blockquote>`,
    )
  return `<section class="testimonials">${quotes.join('\n')}</section>`
}

function stories(sheet: Sheet): string {
  const cards = sheet.people(3).map((name) => {
    const day = someDay(sheet)
    return `<article class="related-card"><h3><a href="/${slug(sheet.random)}/">${escaped(sheet.title())}</a></h3><span class="byline">${sheet.tongue.by.replace('#', () => `<a rel="author" href="/author/b/">${escaped(name)}</a>`)}</span> <time datetime="${day.toISOString()}">${sheet.day(day)}</time></article>`
  })
  return `<div class="related-posts"><h2>${escaped(sheet.tongue.related)}</h2>${cards.join('\n')}</div>`
}

function comments(sheet: Sheet): string {
  const posts = sheet.people(3).map((name, at) => {
    const day = someDay(sheet)
    return `<li id="comment-${at}" class="comment even depth-1"><article class="comment-body"><footer class="comment-meta"><div class="comment-author vcard"><b class="fn">${escaped(name)}</b></div><div class="comment-metadata"><a href="#comment-${at}"><time datetime="${day.toISOString()}">${sheet.day(day)}</time></a></div></footer><div class="comment-content"><p>${escaped(sheet.sentence())}</p></div></article></li>`
  })
  return `<div id="comments" class="comments-area"><ol class="comment-list">${posts.join('\n')}</ol></div>`
}

function events(sheet: Sheet): string {
  const items = sheet.random.times(
    3,
    () =>
      `<li class="tribe-mini"><a href="/event/x/">${escaped(sheet.title())}</a> <span class="tribe-event-date-start">${sheet.day(someDay(sheet))}</span></li>`,
  )
  return `<div class="widget upcoming"><h4>${escaped(sheet.tongue.calendar[3]!)}</h4><ul>${items.join('')}</ul></div>`
}

function thread(sheet: Sheet): string {
  const people = sheet.people(4)
  const posts = sheet.random.times(6, (at) => {
    const day = someDay(sheet)
    return `<div itemprop="comment" itemscope itemtype="http://schema.org/Comment" id="post_${at + 1}" class="topic-body crawler-post"><div class="crawler-post-meta"><span class="creator" itemprop="author" itemscope itemtype="http://schema.org/Person"><a itemprop="url" rel="nofollow" href="/u/u${at}"><span itemprop="name">${escaped(people[at % 4]!)}</span></a></span><span class="crawler-post-infos"><time datetime="${day.toISOString()}" class="post-time">${sheet.day(day)}</time><span itemprop="position">${at + 1}</span></span></div><div class="post" itemprop="text">${sheet.paragraphs(1)}</div></div>`
  })
  return `<div itemscope itemtype="http://schema.org/DiscussionForumPosting">${posts.join('\n')}</div>`
}

/** What pages to learn from say, and how. */
export const TRAIN_SAYING: Saying = {
  authors,
  dates,
  decoys: { testimonials, 'related stories': stories, comments, events },
  thread,
  addresses: [
    ['t/', 'forum'],
    ['forum/', 'forum'],
    ['topic/', 'forum'],
    ['product/', 'product'],
    ['docs/', 'docs'],
    ['category/', 'listing'],
  ],
}
