import { ld, linked, near, type Page, type Theme } from './theme.ts'

function times(count: number, make: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => make(at)).join('\n')
}

const pressRelease: Theme = (page) => ({
  main: `<h1>${page.title}</h1><p>${page.sheet.name()}, ${page.day} – ${page.line()}</p>${page.text(3)}<p>“${page.line()}” — ${page.people[0]}, ${page.role()}</p><h3>${page.sheet.tongue.menu[5]}</h3><p>${page.people[1]}<br>${page.role()}<br>${page.sheet.tongue.phone}: 030 1234567<br><a href="mailto:press@harbour.example">press@harbour.example</a></p>`,
  isDated: true,
})

const team: Theme = (page) => ({
  main: `<h1>${page.sheet.tongue.team}</h1><p>${page.line()}</p><div class="team-grid">${times(4, (at) => `<div class="member"><img src="/m${at}.jpg" alt="${page.people[at]}"><h3>${page.people[at]}</h3><p class="member__job">${page.role()}</p><p>${page.line()}</p></div>`)}</div><p>© 1998 Harbour</p>`,
  path: 'about',
})

const product: Theme = (page) => ({
  head: ld({
    '@type': 'Product',
    name: page.title,
    offers: { '@type': 'Offer', price: '12.00', priceCurrency: 'EUR' },
    review: {
      '@type': 'Review',
      author: { '@type': 'Person', name: page.people[0] },
      datePublished: page.iso,
    },
  }),
  main: `<h1>${page.title}</h1><p class="price">12,00 €</p>${page.text(2)}<div id="tab-reviews"><h2>${page.voice.comments}</h2>${times(3, (at) => `<div class="review"><strong class="review__author">${page.people[at]}</strong> – <time datetime="${page.other().toISOString()}">${page.otherDay()}</time><p>${page.line()}</p></div>`)}</div>`,
  path: 'product/x1',
})

const productBare: Theme = (page) => ({
  main: `<h1>${page.title}</h1><p>€ 12,00</p>${page.text(2)}<h2>${page.voice.comments}</h2>${times(3, (at) => `<div><p><b>${page.people[at]}</b></p><p>${page.otherDay()}</p><p>★★★★☆</p><p>${page.line()}</p></div>`)}`,
})

const praise: Theme = (page) => ({
  main: `<h1>${page.title}</h1>${page.text(2)}<h2>${page.voice.praise}</h2><div class="swiper-wrapper">${times(3, (at) => `<div class="swiper-slide"><p>“${page.line()}”</p><p class="name">${page.people[at]}</p><p>${page.role()}, ${page.sheet.name()}</p></div>`)}</div>`,
})

const praiseAuthors: Theme = (page) => ({
  main: `<h1>${page.title}</h1><p>${page.line()}</p><div class="${page.hashed()}">${times(2, (at) => `<div class="slide"><p class="slide-text">${page.line()}</p><div class="slide-author"><span class="author-name">${page.people[at]}</span><span class="author-company">${page.sheet.name()}</span></div></div>`)}</div>${page.text(2)}`,
})

const onePraise: Theme = (page) => ({
  main: `<h1>${page.title}</h1>${page.text(2)}<div class="statement"><p>${page.line()}</p><p class="statement__author">${page.people[0]}, ${page.role()}</p></div>${page.text(1)}`,
})

const landing: Theme = (page) => ({
  main: `<h1>${page.title}</h1><p>${page.line()}</p><a class="button" href="/go">${page.sheet.tongue.donate[1]}</a><section class="latest"><h2>${page.sheet.tongue.latest}</h2>${times(3, (at) => `<div class="tile"><a href="${near(page)}"><h3>${page.elsewhere()}</h3></a><p>${page.line()}</p><p class="tile__meta"><span class="author">${page.people[at]}</span> | <span class="date">${page.otherDay()}</span></p></div>`)}</section>`,
})

const category: Theme = (page) => ({
  main: `<h1 class="archive-title">${page.sheet.tongue.menu[1]}</h1>${times(5, (at) => `<article class="post"><h2 class="entry-title"><a href="${near(page)}">${page.elsewhere()}</a></h2><div class="entry-meta">${page.by(linked(page.people[at]!))} <time datetime="${page.other().toISOString()}">${page.otherDay()}</time></div><p>${page.line()}</p></article>`)}`,
  path: 'category/culture/',
})

const categoryBare: Theme = (page) => ({
  main: `<h1>${page.title}</h1>${times(4, (at) => `<div><h2><a href="${near(page)}">${page.elsewhere()}</a></h2><p>${page.by(page.people[at]!)}</p><p>${page.otherDay()}</p><p>${page.line()}</p></div>`)}`,
})

const event: Theme = (page) => ({
  main: `<h1>${page.title}</h1><div class="event-info"><p class="event-date">${page.otherDay()}, 19:30</p><p>${page.sheet.tongue.calendar[1]}: ${page.otherDay()}</p><p>${page.sheet.name()}</p></div>${page.text(2)}<h3>${page.voice.roles[0]}</h3><ul class="speakers">${times(3, (at) => `<li><strong>${page.people[at]}</strong> – ${page.role()}</li>`)}</ul><h3>${page.sheet.tongue.calendar[3]}</h3>${times(3, () => `<p><a href="${near(page)}">${page.elsewhere()}</a> ${page.otherDay()}</p>`)}`,
  path: `events/x`,
})

const eventData: Theme = (page) => ({
  head: ld({
    '@type': 'Event',
    name: page.title,
    startDate: page.iso,
    performer: { '@type': 'Person', name: page.people[0] },
  }),
  main: `<h1>${page.title}</h1><p><time datetime="${page.iso}">${page.day}</time> – 20:00</p><p>${page.people[0]}</p>${page.text(2)}`,
})

const caseStudy: Theme = (page) => ({
  main: `<h1>${page.title}</h1>${page.text(1)}<blockquote><p>${page.line()}</p><footer><cite>${page.people[0]}</cite>, ${page.role()}, ${page.sheet.name()}</footer></blockquote>${page.text(1)}<figure><img src="/f.jpg" alt=""><figcaption>${page.credit(page.people[1]!)}</figcaption></figure>${page.text(1)}<p class="quote-by">— ${page.people[2]}</p>`,
})

const founder: Theme = (page) => ({
  main: `<h1>${page.title}</h1>${page.text(3)}`,
  beside: `<div class="widget about-me"><img src="/me.jpg" alt="${page.people[0]}"><h4>${page.people[0]}</h4><p>${page.line()}</p></div><div class="widget signup"><h4>${page.sheet.tongue.letter[0]}</h4><p>${page.line()} — ${page.people[1]}</p></div>`,
})

const contact: Theme = (page) => ({
  main: `<h1>${page.sheet.tongue.menu[5]}</h1>${page.text(1)}${times(3, (at) => `<p><strong>${page.people[at]}</strong><br>${page.role()}<br>${page.sheet.tongue.phone} 030 12345${at}<br><a href="mailto:x${at}@harbour.example">x${at}@harbour.example</a></p>`)}`,
  path: 'contact',
})

const docs: Theme = (page) => ({
  main: `<h1>${page.title}</h1>${page.text(3)}<footer class="theme-doc-footer"><span class="theme-last-updated">${page.updated()}</span></footer>`,
  path: 'docs/p1',
})

const terms: Theme = (page) => ({
  main: `<h1>${page.title}</h1><h2>1. ${page.sheet.name()}</h2>${page.text(2)}<ul><li>${page.line().slice(0, 40)} ${page.otherDay()}</li><li>${page.otherDay()}: ${page.line()}</li></ul>${page.text(1)}<p>© 2009–2024 ${page.people[0]}. ${page.sheet.tongue.rights}.</p>`,
})

const timeline: Theme = (page) => ({
  main: `<h1>${page.title}</h1>${page.text(1)}${times(4, () => `<h3>${page.otherDay()}</h3><p>${page.line()}</p>`)}`,
})

const inText: Theme = (page) => ({
  main: `<h1>${page.title}</h1><p>${page.line()} (${page.otherDay()}) ${page.line()}</p><p>${page.people[0]}: ${page.line()}</p><p>${page.line()} ${page.otherDay()}.</p>${page.text(1)}`,
})

const footerNames: Theme = (page) => ({
  main: `<h1>${page.title}</h1>${page.text(3)}<div class="bottom"><p>© 2024 ${page.people[0]}</p><p>Design: ${page.people[1]}</p><p>${page.otherDay()}</p></div>`,
})

const hashedComments: Theme = (page) => ({
  main: `<h1>${page.title}</h1>${page.text(3)}<div class="${page.hashed()}"><h2>3 ${page.voice.comments}</h2>${times(3, (at) => `<div class="${page.hashed()}"><span>${page.people[at]}</span> <span>${page.otherDay()}</span><p>${page.line()}</p></div>`)}</div>`,
})

const hashedCards: Theme = (page) => ({
  main: `<h1>${page.title}</h1>${page.text(3)}<div class="${page.hashed()}"><h3>${page.sheet.random.pick([page.sheet.tongue.related, page.sheet.tongue.latest, page.sheet.tongue.popular])}</h3>${times(3, (at) => `<div class="${page.hashed()}"><a href="${near(page)}"><span>${page.elsewhere()}</span></a><div>${page.by(page.people[at]!)}</div><div>${page.otherDay()}</div></div>`)}</div>`,
})

const oneCard: Theme = (page) => ({
  main: `<h1>${page.title}</h1>${page.text(3)}<div class="next-up"><a href="${near(page)}"><h4>${page.elsewhere()}</h4></a><span class="author">${page.by(page.people[0]!)}</span> <span class="date">${page.otherDay()}</span></div>`,
})

const person: Theme = (page) => ({
  main: `<h1>${page.people[0]}</h1><p class="born">* ${page.otherDay()}, ${page.sheet.name()}</p>${page.text(3)}<h2>${page.sheet.tongue.latest}</h2><ul>${times(3, () => `<li><a href="${near(page)}">${page.elsewhere()}</a> <small>${page.otherDay()}</small></li>`)}</ul>`,
  path: `people/p1`,
})

const bookList: Theme = (page) => ({
  main: `<h1>${page.title}</h1>${page.text(1)}<ol>${times(4, (at) => `<li><b>${page.elsewhere()}</b> ${page.by(page.people[at]!)}</li>`)}</ol>${page.text(1)}`,
})

const photoCredit: Theme = (page) => ({
  main: `<h1>${page.title}</h1><div class="hero"><img src="/h.jpg" alt=""><p class="hero__credit">${page.credit(page.people[0]!)}</p></div>${page.text(3)}<p>${page.credit(page.people[1]!)}</p>`,
})

const shop: Theme = (page) => ({
  main: `<h1>${page.title}</h1><p>Sort by Price</p><p>Shop by Brand</p><div class="grid">${times(4, (at) => `<div class="grid__item"><a href="${near(page)}">${page.elsewhere()}</a><span class="vendor">${page.people[at]}</span><span>19,00 €</span></div>`)}</div>`,
  path: 'collections/all',
})

const otherData: Theme = (page) => ({
  head: ld({
    '@graph': [1, 2, 3].map((at) => ({
      '@type': 'NewsArticle',
      url: `https://www.harbour.example/other-${at}`,
      headline: page.elsewhere(),
      datePublished: page.other().toISOString(),
      author: { '@type': 'Person', name: page.people[at] },
    })),
  }),
  main: `<h1>${page.title}</h1>${page.text(3)}`,
})

const marked = (page: Page): string =>
  times(
    2,
    (at) =>
      `<div itemprop="review" itemscope itemtype="https://schema.org/Review"><span itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">${page.people[at]}</span></span><meta itemprop="datePublished" content="${page.other().toISOString().slice(0, 10)}"><p itemprop="reviewBody">${page.line()}</p></div>`,
  )

const markedReviews: Theme = (page) => ({
  main: `<div itemscope itemtype="https://schema.org/LocalBusiness"><h1 itemprop="name">${page.title}</h1>${page.text(2)}${marked(page)}</div>`,
})

const oneReview: Theme = (page) => ({
  main: `<h1>${page.title}</h1>${page.text(2)}<div class="rv" itemprop="review" itemscope itemtype="https://schema.org/Review"><b itemprop="author">${page.people[0]}</b> <span itemprop="datePublished" content="${page.other().toISOString().slice(0, 10)}">${page.otherDay()}</span><p>${page.line()}</p></div>`,
})

const schedule: Theme = (page) => ({
  main: `<h1>${page.title}</h1>${page.text(1)}<table><tbody>${times(4, (at) => `<tr><td>${page.otherDay()}</td><td>${page.elsewhere()}</td><td>${page.people[at]}</td></tr>`)}</tbody></table>`,
})

const downloads: Theme = (page) => ({
  main: `<h1>${page.title}</h1>${page.text(2)}<ul class="files">${times(2, () => `<li><a href="/files/f.pdf">${page.elsewhere()}</a> (PDF, 2 MB, ${page.otherDay()})</li>`)}</ul>`,
})

const accounts: Theme = (page) => ({
  head: '<meta name="author" content="Harbour"><meta name="author" content="admin"><meta name="generator" content="WordPress 6.5">',
  main: `<h1>${page.title}</h1>${page.text(3)}<ul class="social"><li>Facebook</li><li>Instagram</li></ul>`,
})

/** Themes of pages that name nobody as their author, and no day but that of a report. */
export const SILENT = {
  pressRelease,
  team,
  product,
  productBare,
  praise,
  praiseAuthors,
  onePraise,
  landing,
  category,
  categoryBare,
  event,
  eventData,
  caseStudy,
  founder,
  contact,
  docs,
  terms,
  timeline,
  inText,
  footerNames,
  hashedComments,
  hashedCards,
  oneCard,
  person,
  bookList,
  photoCredit,
  shop,
  otherData,
  markedReviews,
  oneReview,
  schedule,
  downloads,
  accounts,
}
