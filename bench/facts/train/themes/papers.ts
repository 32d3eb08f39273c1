import { linked, near, type Page, type Theme } from './theme.ts'

const drupal: Theme = (page) => ({
  main: `<h1 class="page-title"><span class="field field--name-title">${page.title}</span></h1><article class="node node--type-article"><footer class="node__meta"><div class="node__submitted">${page.by(`<span class="field field--name-uid"><span>${page.people[0]}</span></span>`)}, <span class="field field--name-created">${page.day}</span></div></footer><div class="node__content">${page.text()}</div></article>`,
  below: `<section class="field field--type-comment"><h2>${page.voice.comments}</h2>${[3, 4].map((at) => `<article class="js-comment"><footer class="comment__meta"><p class="comment__author">${page.people[at]}</p><p class="comment__time">${page.otherDay()}</p></footer><p>${page.line()}</p></article>`).join('')}</section>`,
  authors: [page.people[0]!],
  isDated: true,
})

const joomla: Theme = (page) => ({
  main: `<div class="item-page"><div class="page-header"><h2>${page.title}</h2></div><dl class="article-info text-muted"><dt class="article-info-term">Details</dt><dd class="createdby">${page.by(`<span>${page.people[0]}</span>`)}</dd><dd class="published"><time datetime="${page.iso}">${page.published()}</time></dd><dd class="hits">Hits: 2045</dd></dl><div class="com-content-article__body">${page.text()}</div></div>`,
  authors: [page.people[0]!],
  isDated: true,
})

const hashedPaper: Theme = (page) => ({
  main: `<header class="${page.hashed()}"><h1 class="${page.hashed()}">${page.title}</h1><p class="${page.hashed()}">${page.line()}</p></header><div class="${page.hashed()}"><p class="${page.hashed()}">${page.by(page.people[0]!)}</p><p class="${page.hashed()}">${page.published()}</p></div><div class="${page.hashed()}">${page.text()}</div>`,
  below: `<div class="${page.hashed()}"><h2>${page.sheet.tongue.related}</h2>${[2, 3].map((at) => `<div class="${page.hashed()}"><a href="${near(page)}"><h3>${page.elsewhere()}</h3></a><p>${page.by(page.people[at]!)}</p><p>${page.otherDay()}</p></div>`).join('')}</div>`,
  authors: [page.people[0]!],
  isDated: true,
})

const profiles: Theme = (page) => ({
  main: `<h1>${page.title}</h1><ul class="c-contributors">${[0, 1].map((at) => `<li class="c-contributors__item"><img src="/p${at}.jpg" alt=""><a href="/profile/p${at}">${page.people[at]}</a><span class="c-contributors__title">${page.role()}</span></li>`).join('')}</ul><p class="c-timestamp">${page.published()}</p>${page.text()}`,
  authors: page.people.slice(0, 2),
  isDated: true,
})

const withPlace: Theme = (page) => ({
  main: `<div class="article__head"><span class="kicker">${page.sheet.tongue.menu[1]}</span><h1>${page.title}</h1><div class="article__info">${page.by(linked(page.people[0]!))}, ${page.sheet.name()}</div><div class="article__info">${page.published()} – ${page.updated()}</div></div>${page.text()}`,
  authors: [page.people[0]!],
  isDated: true,
})

const crew: Theme = (page) => ({
  main: `<h1>${page.title}</h1><div class="article-credits"><div class="article-credits__line">${page.by(page.people[0]!)}</div><div class="article-credits__line">${page.credit(page.people[1]!)}</div><div class="article-credits__line">${page.credit(page.people[2]!)}</div></div><div class="article-when">${page.published()}</div>${page.text()}`,
  authors: [page.people[0]!],
  isDated: true,
})

const crewInLine: Theme = (page) => ({
  main: `<h1>${page.title}</h1><p class="credits">${page.by(page.people[0]!)} ${page.sheet.random.pick(['|', '·', '/'])} ${page.credit(page.people[1]!)}</p><p>${page.published()}</p>${page.text()}`,
  authors: [page.people[0]!],
  isDated: true,
})

const oldTable: Theme = (page) => ({
  main: `<table width="760" border="0"><tr><td><font size="5"><b>${page.title}</b></font><br><font size="2">${page.by(page.people[0]!)}<br>${page.day}</font><br><br>${page.line()}<br><br>${page.line()}<br><br>${page.line()}</td><td width="160"><b>${page.sheet.tongue.latest}</b><br><a href="${near(page)}">${page.elsewhere()}</a> ${page.otherDay()}<br><a href="${near(page)}">${page.elsewhere()}</a> ${page.otherDay()}</td></tr></table>`,
  whole: true,
  authors: [page.people[0]!],
  isDated: true,
})

const aboveTitle: Theme = (page) => ({
  main: `<header class="story-top"><p class="story-top__eyebrow">${page.by(page.people[0]!)}</p><h1>${page.title}</h1><p class="story-top__deck">${page.line()}</p><p class="story-top__when">${page.published()}</p></header>${page.text()}`,
  authors: [page.people[0]!],
  isDated: true,
})

const addressed: Theme = (page) => ({
  main: `<header><h1>${page.title}</h1><address>${page.by(`<a rel="author" href="/staff/s/">${page.people[0]}</a>`)}</address><p><time datetime="${page.iso}">${page.day}</time></p></header>${page.text()}<p>© 2023 ${page.people[3]}</p>`,
  authors: [page.people[0]!],
  isDated: true,
})

const facts: Theme = (page) => ({
  main: `<h1>${page.title}</h1><dl class="facts"><dt>${page.voice.labels[0]}</dt><dd>${page.people[0]}</dd><dt>${page.voice.labels[1]}</dt><dd>${page.day}</dd></dl>${page.text()}`,
  authors: [page.people[0]!],
  isDated: true,
})

const factTable: Theme = (page) => ({
  main: `<h1>${page.title}</h1><table><tr><th>${page.voice.labels[1]}:</th><td>${page.day}</td></tr><tr><th>${page.voice.labels[0]}:</th><td>${page.people[0]}</td></tr></table>${page.text()}`,
  authors: [page.people[0]!],
  isDated: true,
})

const oneLine: Theme = (page) => ({
  main: `<h1>${page.title}</h1><div class="info-line">${[page.by(page.people[0]!), page.day, page.voice.minutes].join(page.sheet.random.pick([' · ', ' | ', ' • ', ' – ']))}</div>${page.text()}`,
  authors: [page.people[0]!],
  isDated: true,
})

const roleBehind: Theme = (page) => ({
  main: `<h1>${page.title}</h1><div class="writer-line"><span class="writer-line__name">${page.by(page.people[0]!)}</span><span class="writer-line__job">${page.role()}</span></div><span class="stamp">${page.published()}</span>${page.text()}`,
  authors: [page.people[0]!],
  isDated: true,
})

function joined({ voice }: Page, names: readonly string[]): string {
  return new Intl.ListFormat(voice.tongue.language, { type: 'conjunction' }).format(names)
}

const three: Theme = (page) => ({
  main: `<h1>${page.title}</h1><p class="signature">${page.by(joined(page, page.people.slice(0, 3)))}</p><p class="signature__day">${page.day}</p>${page.text()}`,
  authors: page.people.slice(0, 3),
  isDated: true,
})

const twoLines: Theme = (page) => ({
  main: `<h1>${page.title}</h1><div><div>${page.by('')}</div><div><a href="/people/a">${page.people[0]}</a></div></div><div><div>${page.voice.labels[1]}</div><div>${page.day}</div></div>${page.text()}`,
  authors: [page.people[0]!],
  isDated: true,
})

const endCredit: Theme = (page) => ({
  main: `<h1>${page.title}</h1><p>${page.published()}</p>${page.text()}<p><em>${page.by(page.people[0]!)}</em></p><p><em>${page.credit(page.people[1]!)}</em></p>`,
  authors: [page.people[0]!],
  isDated: true,
})

const guest: Theme = (page) => ({
  main: `<h1>${page.title}</h1><div class="post-info"><time datetime="${page.iso}">${page.day}</time></div><p><i>${page.by(page.people[0]!)}</i></p>${page.text()}`,
  beside: `<h3>${page.sheet.tongue.aboutAuthor.slice(0, 0)}${page.people[2]}</h3><p>${page.line()}</p>`,
  authors: [page.people[0]!],
  isDated: true,
})

const itempropMeta: Theme = (page) => ({
  main: `<div itemscope itemtype="https://schema.org/NewsArticle"><meta itemprop="datePublished" content="${page.iso}"><meta itemprop="author" content="${page.people[0]}"><h1 itemprop="headline">${page.title}</h1><div itemprop="articleBody">${page.text()}</div></div>`,
  authors: [page.people[0]!],
  isDated: true,
})

/** Themes of newspapers and of systems for sites, with who wrote and when. */
export const PAPERS = {
  drupal,
  joomla,
  hashedPaper,
  profiles,
  withPlace,
  crew,
  crewInLine,
  oldTable,
  aboveTitle,
  addressed,
  facts,
  factTable,
  oneLine,
  roleBehind,
  three,
  twoLines,
  endCredit,
  guest,
  itempropMeta,
}
