import { type Sheet, slug } from '../../pages/sheet.ts'
import type { Writing } from '../page.ts'

const HOUR_MS = 3_600_000
const EPOCH = Date.UTC(2022, 3, 11, 18)

function moment({ random }: Sheet): Date {
  return new Date(EPOCH + random.int(0, 30_000) * HOUR_MS)
}

function title(sheet: Sheet): string {
  return sheet.keep('heading', sheet.title())
}

function story(sheet: Sheet): string {
  const parts = sheet.random.times(
    sheet.random.int(1, 3),
    (at) =>
      `<h2 id="h${at}">${title(sheet)}</h2>${sheet.paragraphs(2)}<blockquote>${sheet.keep('quotation', sheet.sentence())}</blockquote>`,
  )
  return `<header class="article-header gh-canvas"><h1 class="article-title">${title(sheet)}</h1><p class="article-excerpt">${sheet.keep('lead', sheet.sentence())}</p><div class="article-byline"><section class="article-byline-content"><h4 class="author-name"><a href="/author/a/">${sheet.may(sheet.person())}</a></h4><time class="byline-meta-date" datetime="${moment(sheet).toISOString().slice(0, 10)}">${sheet.may(sheet.day(moment(sheet)))}</time></section></div></header>
${sheet.paragraphs(3)}
${parts.join('\n')}`
}

function manual(sheet: Sheet): string {
  const options = sheet.random.times(
    4,
    () =>
      `<dt class="sig sig-object py"><span class="sig-name descname"><span class="pre">${sheet.keep('term', slug(sheet.random).replaceAll('-', '_'))}</span></span></dt><dd><p>${sheet.keep('definition', sheet.sentence())}</p></dd>`,
  )
  return `<h1>${title(sheet)}<a class="headerlink" href="#s1" title="Link to this heading"></a></h1>
${sheet.paragraphs(2)}
<div class="highlight-python notranslate"><div class="highlight-box"><pre><span></span><span class="kn">${sheet.may('import')}</span> <span class="nn">${sheet.keep('code', slug(sheet.random))}</span>
</pre></div></div>
<div class="admonition hint"><p class="admonition-title">${sheet.may('Hint')}</p><p>${sheet.prose(1, 'note')}</p></div>
<dl class="py function">${options.join('\n')}</dl>
<section id="s2"><h2>${title(sheet)}<a class="headerlink" href="#s2"></a></h2>${sheet.paragraphs(1)}</section>`
}

function shelf(sheet: Sheet): string {
  const goods = sheet.random.times(
    sheet.random.int(6, 9),
    (at) =>
      `<div class="Grid_cell__x${at % 3}"><a class="Grid_link__u" href="/p/${slug(sheet.random)}"><img src="/p.webp" alt="" width="240"><div class="Grid_name__n">${sheet.keep('entry', sheet.title())}</div><div class="Grid_note__o">${sheet.keep('entry', sheet.sentence())}</div><div class="Grid_cost__c">${sheet.keep('entry', `${sheet.random.int(101, 999)},90`)} €</div></a></div>`,
  )
  return `<h1 class="Grid_title__t">${title(sheet)}</h1><div class="Grid_grid__g">${goods.join('')}</div>`
}

function ware(sheet: Sheet): string {
  const facts = sheet.random.times(
    4,
    () => `<div class="spec-line"><span class="spec-name">${sheet.keep('table', sheet.name())}</span>
<span class="spec-value">${sheet.keep('table', `${sheet.random.int(10, 900)} cm`)}</span></div>`,
  )
  return `<div class="ware-top" itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">${title(sheet)}</h1><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="1">${sheet.keep('price', `${sheet.random.int(101, 999)},00`)}</span> <span itemprop="priceCurrency" content="EUR">€</span></div><div itemprop="description">${sheet.paragraphs(2)}</div></div><div class="spec-sheet"><h2>${title(sheet)}</h2>${facts.join('')}</div>`
}

function concert(sheet: Sheet): string {
  return `<h1 class="ev-title">${title(sheet)}</h1><p class="ev-when"><strong>${sheet.keep('date', sheet.day(moment(sheet)))}</strong>, ${sheet.may('20:15')}, ${sheet.keep('place', sheet.name())}</p>${sheet.paragraphs(3)}<p class="ev-entry">${sheet.may(sheet.tongue.phone)} ${sheet.keep('phone', `+49 555 ${sheet.random.int(1000, 9999)}`)}</p>`
}

function journal(sheet: Sheet): string {
  const posts = sheet.random.times(
    sheet.random.int(5, 8),
    () =>
      `<div class="blog-item" itemprop="blogPost"><div class="item-content"><h2 itemprop="name"><a href="/index.php/${slug(sheet.random)}" itemprop="url">${sheet.keep('entry', sheet.title())}</a></h2><dl class="article-info text-muted"><dd class="published-on"><time datetime="${moment(sheet).toISOString()}" itemprop="datePublished">${sheet.may(sheet.day(moment(sheet)))}</time></dd></dl><p>${sheet.keep('teaser', sheet.sentence())} ${sheet.keep('teaser', sheet.sentence())}</p><p class="readmore"><a class="btn-more" href="/index.php/x">${sheet.may(sheet.tongue.more)}</a></p></div></div>`,
  )
  return `<div class="com-content-category-blog blog"><h1>${title(sheet)}</h1><div class="com-content-category-blog__items blog-items">${posts.join('\n')}</div></div>`
}

function crewPage(sheet: Sheet): string {
  const people = sheet
    .people(sheet.random.int(5, 10))
    .map(
      (name) =>
        `<tr><td class="who-pic"><img src="/who.png" alt=""></td><td><b>${sheet.keep('entry', name)}</b><br>${sheet.keep('entry', sheet.random.pick(sheet.tongue.roles))}<br><a href="mailto:a@mill.example">${sheet.keep('entry', `${slug(sheet.random)}@mill.example`)}</a></td></tr>`,
    )
  return `<h1>${sheet.keep('heading', sheet.tongue.team)}</h1>${sheet.paragraphs(1)}<table class="who-table">${people.join('\n')}</table>`
}

function programmeLinks(sheet: Sheet): string {
  const rows = sheet.random.times(
    sheet.random.int(7, 12),
    () =>
      `<div class="ev-line"><a class="ev-name" href="/e/${slug(sheet.random)}">${sheet.keep('entry', sheet.title())}</a> <a class="ev-place" href="/o/${slug(sheet.random)}">${sheet.keep('entry', sheet.name())}</a></div>`,
  )
  return `<h1>${title(sheet)}</h1>${rows.join('\n')}`
}

function programme(sheet: Sheet): string {
  if (sheet.random.chance(0.4)) return programmeLinks(sheet)
  const rows = sheet.random.times(
    sheet.random.int(6, 11),
    () =>
      `<li class="prog-row"><div class="prog-when">${sheet.keep('date', sheet.day(moment(sheet)))}</div><div class="prog-what"><a href="/e/${slug(sheet.random)}">${sheet.keep('entry', sheet.title())}</a></div><div class="prog-where">${sheet.keep('entry', sheet.name())}</div></li>`,
  )
  return `<h1>${title(sheet)}</h1><ul class="prog-list">${rows.join('\n')}</ul>`
}

const EARLIER_STUDIES: Readonly<Record<string, string>> = {
  en: 'Previous and related studies',
  de: 'Bisherige Forschung',
  fr: 'État de l’art',
  es: 'Estado de la cuestión',
  pt: 'Trabalhos relacionados',
  da: 'Beslægtet forskning',
  nb: 'Relatert forskning',
  ca: 'Treballs relacionats',
  sk: 'Súvisiace práce',
  lt: 'Susiję darbai',
  hr: 'Srodni radovi',
  et: 'Seotud tööd',
  vi: 'Các nghiên cứu liên quan',
  uk: 'Пов’язані роботи',
  bg: 'Свързани изследвания',
  he: 'עבודות קשורות',
  fa: 'پژوهش‌های پیشین',
  zh: '相关工作',
  th: 'งานวิจัยที่เกี่ยวข้อง',
  bn: 'সংশ্লিষ্ট গবেষণা',
}

function study(sheet: Sheet): string {
  const works = sheet.random.times(
    sheet.random.int(4, 7),
    (at) =>
      `<p class="ltx_bibitem" id="bib.bib${at}"><span class="ltx_tag">[${sheet.may(String(at + 1))}]</span> <span class="ltx_bibblock">${sheet.keep('reference', sheet.person())}, <em class="ltx_emph">${sheet.keep('reference', sheet.title())}</em>, ${sheet.keep('reference', String(sheet.random.int(1975, 2023)))}</span></p>`,
  )
  return `<h1 class="ltx_title">${title(sheet)}</h1><div class="ltx_abstract">${sheet.paragraphs(1)}</div><section class="ltx_section" id="S1"><h2>${title(sheet)}</h2>${sheet.paragraphs(2)}</section><section class="ltx_section" id="S2"><h2 class="ltx_title_section">${sheet.keep('heading', EARLIER_STUDIES[sheet.tongue.language]!)}</h2>${sheet.paragraphs(2)}</section><section class="ltx_bibliography">${works.join('\n')}</section>`
}

function help(sheet: Sheet): string {
  const items = sheet.random.times(
    sheet.random.int(5, 9),
    () =>
      `<details class="qa-fold"><summary>${sheet.keep('question', `${sheet.title()}?`)}</summary><div class="qa-text">${sheet.keep('answer', sheet.sentence())}</div></details>`,
  )
  return `<h1>${title(sheet)}</h1><div class="qa-all">${items.join('\n')}</div>`
}

function lexicon(sheet: Sheet): string {
  const items = sheet.random.times(
    sheet.random.int(8, 12),
    () =>
      `<p class="lex-line"><strong class="lex-word">${sheet.keep('term', sheet.name())}</strong> – ${sheet.keep('definition', sheet.sentence())}</p>`,
  )
  return `<h1>${title(sheet)}</h1>${items.join('\n')}`
}

/** Contents of pages that nothing is tuned on. */
export const HELD_OUT_CONTENTS: Writing['contents'] = {
  article: story,
  docs: manual,
  listing: shelf,
  product: ware,
  event: concert,
  'list of stories': journal,
  'page of staff': crewPage,
  'list of events': programme,
  'related work': study,
  'questions and answers': help,
  glossary: lexicon,
}
