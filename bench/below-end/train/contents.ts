import { type Sheet, slug } from '../../pages/sheet.ts'
import type { Writing } from '../page.ts'

const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(2023, 1, 6)

function someDay({ random }: Sheet): Date {
  return new Date(FIRST_DAY + random.int(0, 1200) * DAY_MS)
}

function heading(sheet: Sheet): string {
  return sheet.keep('heading', sheet.title())
}

function article(sheet: Sheet): string {
  const day = someDay(sheet)
  const parts = sheet.random.times(
    sheet.random.int(2, 3),
    () => `<h2 class="wp-block-heading">${heading(sheet)}</h2>\n${sheet.paragraphs(2)}`,
  )
  return `<h1 class="entry-title">${heading(sheet)}</h1>
<div class="entry-meta posted-on"><time datetime="${day.toISOString()}">${sheet.may(sheet.day(day))}</time> <span class="byline author vcard"><a class="url fn n" href="/author/x/">${sheet.may(sheet.person())}</a></span></div>
${sheet.paragraphs(2)}
${parts.join('\n')}
<ul class="wp-block-list">${sheet.random.times(3, () => `<li>${sheet.keep('list', sheet.sentence())}</li>`).join('')}</ul>
${sheet.paragraphs(1)}`
}

function docs(sheet: Sheet): string {
  return `<header><h1>${heading(sheet)}</h1></header>${sheet.paragraphs(1)}
<h2 class="anchor anchorWithStickyNavbar_LWe7" id="a">${heading(sheet)}<a href="#a" class="hash-link" aria-label="x">​</a></h2>
${sheet.paragraphs(1)}<div class="language-bash codeBlockContainer_Ckt0"><div class="codeBlockContent_biex"><pre tabindex="0" class="prism-code language-bash"><code class="codeBlockLines_e6Vv"><span class="token-line">${sheet.keep('code', `harbour init --name ${slug(sheet.random)}`)}<br></span></code></pre></div></div>
<table><thead><tr><th>${sheet.keep('table', sheet.name())}</th><th>${sheet.keep('table', sheet.name())}</th></tr></thead><tbody>${sheet.random.times(3, () => `<tr><td><code>${sheet.keep('table', slug(sheet.random))}</code></td><td>${sheet.keep('table', sheet.sentence())}</td></tr>`).join('')}</tbody></table>
${sheet.paragraphs(1)}`
}

function listing(sheet: Sheet): string {
  const cards = sheet.random.times(
    sheet.random.int(6, 10),
    (at) =>
      `<li class="product type-product post-${at} instock"><a href="/product/${slug(sheet.random)}/" class="woocommerce-LoopProduct-link"><img src="/p${at}.jpg" class="attachment-woocommerce_thumbnail" alt=""><h2 class="woocommerce-loop-product__title">${sheet.keep('entry', sheet.title())}</h2><span class="price"><span class="woocommerce-Price-amount amount"><bdi>€${sheet.keep('entry', `${sheet.random.int(10, 99)}.${sheet.random.int(10, 99)}`)}</bdi></span></span></a></li>`,
  )
  return `<header class="woocommerce-products-header"><h1 class="page-title">${heading(sheet)}</h1><div class="term-description"><p>${sheet.prose(1)}</p></div></header><ul class="products columns-3">${cards.join('\n')}</ul>`
}

function product(sheet: Sheet): string {
  const rows = sheet.random.times(
    4,
    () =>
      `<tr class="woocommerce-product-attributes-item"><th class="woocommerce-product-attributes-item__label">${sheet.keep('table', sheet.name())}</th><td class="woocommerce-product-attributes-item__value"><p>${sheet.keep('table', `${sheet.random.int(10, 990)} mm`)}</p></td></tr>`,
  )
  return `<div class="product type-product"><div class="woocommerce-product-gallery"><img src="/big.jpg" alt=""></div><div class="summary entry-summary"><h1 class="product_title">${heading(sheet)}</h1><p class="price"><bdi>€${sheet.keep('price', `${sheet.random.int(100, 900)}.50`)}</bdi></p><div class="woocommerce-product-details__short-description"><p>${sheet.prose(2)}</p></div></div>
<div class="woocommerce-tabs"><div class="woocommerce-Tabs-panel" id="tab-description"><h2>${heading(sheet)}</h2>${sheet.paragraphs(2)}</div><div class="woocommerce-Tabs-panel"><table class="woocommerce-product-attributes shop_attributes">${rows.join('')}</table></div></div></div>`
}

function event(sheet: Sheet): string {
  const day = sheet.day(someDay(sheet))
  return `<h1 class="tribe-events-single-event-title">${heading(sheet)}</h1><div class="tribe-events-schedule"><h2><span class="tribe-event-date-start">${sheet.keep('date', day)}</span></h2></div>
<div class="tribe-events-single-event-description">${sheet.paragraphs(3)}</div>
<div class="tribe-events-event-meta"><dl><dt class="tribe-events-start-date-label">${sheet.may(sheet.tongue.calendar[1]!)}</dt><dd><abbr class="tribe-events-abbr" title="x">${sheet.keep('definition', `19:30 ${sheet.name()}`)}</abbr></dd><dt>${sheet.may(sheet.tongue.phone)}</dt><dd class="tribe-venue-tel">${sheet.keep('definition', `+43 1 555 ${sheet.random.int(1000, 9999)}`)}</dd></dl></div>`
}

function stories(sheet: Sheet): string {
  const posts = sheet.random.times(sheet.random.int(5, 8), () => {
    const day = someDay(sheet)
    const link = `/${slug(sheet.random)}/`
    return `<article class="post type-post hentry"><header class="entry-header"><h2 class="entry-title"><a href="${link}" rel="bookmark">${sheet.keep('entry', sheet.title())}</a></h2><div class="entry-meta"><time class="entry-date" datetime="${day.toISOString()}">${sheet.may(sheet.day(day))}</time></div></header><div class="entry-summary"><p>${sheet.keep('teaser', sheet.sentence())}</p><a class="more-link" href="${link}">${sheet.may(sheet.tongue.more)}</a></div></article>`
  })
  return `<header class="page-header"><h1 class="archive-title">${heading(sheet)}</h1></header>${posts.join('\n')}`
}

function staffPage(sheet: Sheet): string {
  const people = sheet
    .people(sheet.random.int(5, 9))
    .map(
      (name) =>
        `<div class="wp-block-column team-col"><figure class="wp-block-image size-medium"><img src="/u.jpg" alt=""/></figure><h3 class="wp-block-heading">${sheet.keep('entry', name)}</h3><p class="job-title"><em>${sheet.keep('entry', sheet.random.pick(sheet.tongue.roles))}</em></p><p>${sheet.keep('prose', sheet.sentence())}</p></div>`,
    )
  return `<h1 class="entry-title">${sheet.keep('heading', sheet.tongue.team)}</h1><p>${sheet.prose(2)}</p><div class="wp-block-columns">${people.join('\n')}</div>`
}

function eventLinks(sheet: Sheet): string {
  const items = sheet.random.times(
    sheet.random.int(8, 14),
    (at) =>
      `<li><a href="/event/e${at}/">${sheet.keep('date', sheet.day(someDay(sheet)))}: ${sheet.keep('entry', sheet.title())}</a></li>`,
  )
  return `<h1>${heading(sheet)}</h1><ul class="event-links">${items.join('\n')}</ul>`
}

function eventList(sheet: Sheet): string {
  if (sheet.random.chance(0.4)) return eventLinks(sheet)
  const items = sheet.random.times(sheet.random.int(6, 10), () => {
    const day = someDay(sheet)
    return `<article class="tribe-events-calendar-list__event"><time class="tribe-events-calendar-list__event-datetime" datetime="${day.toISOString().slice(0, 10)}">${sheet.keep('date', sheet.day(day))}</time><h3 class="tribe-events-calendar-list__event-title"><a href="/event/${slug(sheet.random)}/">${sheet.keep('entry', sheet.title())}</a></h3><address class="tribe-events-calendar-list__event-venue"><span>${sheet.keep('entry', sheet.name())}</span></address></article>`
  })
  return `<h1 class="tribe-events-visuallyshown">${heading(sheet)}</h1><div class="tribe-events-calendar-list">${items.join('\n')}</div>`
}

const RELATED_WORK: Readonly<Record<string, string>> = {
  en: 'Related work',
  de: 'Verwandte Arbeiten',
  fr: 'Travaux connexes',
  es: 'Trabajos relacionados',
  nl: 'Gerelateerd werk',
  sv: 'Relaterat arbete',
  it: 'Lavori correlati',
  pl: 'Powiązane prace',
  cs: 'Související práce',
  tr: 'İlgili çalışmalar',
  fi: 'Aiheeseen liittyvä tutkimus',
  hu: 'Kapcsolódó munkák',
  ro: 'Lucrări conexe',
  id: 'Penelitian terkait',
  ru: 'Связанные работы',
  el: 'Σχετικές εργασίες',
  ar: 'أعمال ذات صلة',
  hi: 'संबंधित कार्य',
  ja: '関連研究',
  ko: '관련 연구',
}

function paper(sheet: Sheet): string {
  const works = sheet.random.times(
    sheet.random.int(4, 6),
    (at) =>
      `<li id="r${at}" class="ref-item">${sheet.keep('reference', sheet.person())}. <a href="/doi/r${at}">${sheet.keep('reference', sheet.title())}</a>. ${sheet.keep('reference', String(sheet.random.int(1970, 2024)))}.</li>`,
  )
  return `<h1 class="paper-title">${heading(sheet)}</h1><div class="abstract">${sheet.paragraphs(1)}</div><h2>${heading(sheet)}</h2>${sheet.paragraphs(2)}<section id="related-work"><h2>${sheet.keep('heading', RELATED_WORK[sheet.tongue.language]!)}</h2>${sheet.paragraphs(1)}<ol class="refs">${works.join('\n')}</ol></section>`
}

function questions(sheet: Sheet): string {
  const items = sheet.random.times(
    sheet.random.int(5, 8),
    (at) =>
      `<div class="schema-faq-section" id="faq-q-${at}"><strong class="schema-faq-question">${sheet.keep('question', `${sheet.title()}?`)}</strong><p class="schema-faq-answer">${sheet.keep('answer', sheet.sentence())}</p></div>`,
  )
  return `<h1 class="entry-title">${heading(sheet)}</h1><div class="schema-faq wp-block-yoast-faq-block">${items.join(' ')}</div>`
}

function glossary(sheet: Sheet): string {
  const items = sheet.random.times(
    sheet.random.int(8, 12),
    (at) =>
      `<dt><dfn id="g${at}"><a href="#g${at}">${sheet.keep('term', sheet.name())}</a></dfn></dt><dd>${sheet.keep('definition', sheet.sentence())}</dd>`,
  )
  return `<h1>${heading(sheet)}</h1><p>${sheet.prose(1)}</p><dl class="glossary">${items.join('\n')}</dl>`
}

/** Contents of pages to learn from. */
export const TRAIN_CONTENTS: Writing['contents'] = {
  article,
  docs,
  listing,
  product,
  event,
  'list of stories': stories,
  'page of staff': staffPage,
  'list of events': eventList,
  'related work': paper,
  'questions and answers': questions,
  glossary,
}
