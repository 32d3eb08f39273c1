import { type Sheet, slug } from '../../pages/sheet.ts'
import type { Writing } from '../page.ts'

const HOUR_MS = 3_600_000
const EPOCH = Date.UTC(2021, 5, 14, 9)

function moment({ random }: Sheet): Date {
  return new Date(EPOCH + random.int(0, 40_000) * HOUR_MS)
}

function feed(sheet: Sheet, kind: string, heading: string): string {
  const cards = sheet.random.times(
    sheet.random.int(3, 6),
    () =>
      `<div class="post-feed__tile" data-ghost-card="1"><a class="tile-image-link" href="/${slug(sheet.random)}/"><img class="tile-image" srcset="/size/w300/i.jpg 300w, /size/w600/i.jpg 600w" src="/size/w600/i.jpg" alt="" loading="lazy"></a><div class="tile-content"><a class="tile-content-link" href="/${slug(sheet.random)}/"><header class="tile-header"><h2 class="tile-title">${sheet.drop(kind, sheet.title())}</h2></header><div class="tile-excerpt">${sheet.drop(kind, sheet.sentence())}</div></a><footer class="tile-meta"><time class="tile-meta-date" datetime="${moment(sheet).toISOString().slice(0, 10)}">${sheet.drop(kind, sheet.day(moment(sheet), 'medium'))}</time></footer></div></div>`,
  )
  return `<aside class="read-more-wrap outer"><div class="read-more-feed"><h3 class="read-more-head">${sheet.drop(kind, heading)}</h3>${cards.join('')}</div></aside>`
}

function inlineBox(sheet: Sheet, kind: string, heading: string): string {
  const items = sheet.random.times(
    sheet.random.int(2, 4),
    () =>
      `<p class="Teaser_row__4Lk9a"><a class="Teaser_a__0ZzQ1" href="/s/${slug(sheet.random)}"><b>${sheet.drop(kind, sheet.title())}</b></a><br><span class="Teaser_lead__R2d2x">${sheet.drop(kind, sheet.sentence())}</span></p>`,
  )
  return `<div class="Teaser_box__9Kj2m" data-module="recirculation"><p class="Teaser_head__nn3Wp">${sheet.drop(kind, heading)}</p>${items.join('')}</div>`
}

function newest(sheet: Sheet): string {
  const items = sheet.random.times(
    sheet.random.int(5, 8),
    () =>
      `<li itemscope itemtype="https://schema.org/Article"><a href="/index.php/${slug(sheet.random)}" itemprop="url"><span itemprop="name">${sheet.drop('latest', sheet.title())}</span></a></li>`,
  )
  return `<div class="mod-panel card-header-wrap"><h3 class="card-header">${sheet.drop('latest', sheet.tongue.latest)}</h3><div class="card-inner"><ul class="mod-articleslatest latestnews mod-list">${items.join('\n')}</ul></div></div>`
}

function carousel(sheet: Sheet): string {
  const slides = sheet.random.times(
    5,
    (at) =>
      `<div class="item${at === 0 ? ' active-item' : ''}" data-itemno="${at}"><img class="carousel-image" src="/fileadmin/c${at}.jpg" alt=""><div class="carousel-text-inner"><h2 class="carousel-header">${sheet.drop('slider', sheet.title())}</h2><p class="carousel-bodytext">${sheet.drop('slider', sheet.sentence())}</p><a class="carousel-more" href="/${slug(sheet.random)}.html">${sheet.drop('slider', sheet.tongue.more)}</a></div></div>`,
  )
  return `<div id="carousel-81" class="carousel-fade carousel-stage" data-interval="5000" data-ride="carousel"><div class="carousel-track">${slides.join('')}</div></div>`
}

function crew(sheet: Sheet): string {
  const rows = sheet
    .people(sheet.random.int(3, 5))
    .map(
      (name) =>
        `<li class="People_card__jU7x2"><span class="People_name__Mm1aa">${sheet.drop('staff', name)}</span>, <span class="People_what__09Gfd">${sheet.drop('staff', sheet.random.pick(sheet.tongue.roles))}</span> <a href="tel:+431555">${sheet.drop('staff', `555 ${sheet.random.int(1000, 9999)}`)}</a></li>`,
    )
  return `<div class="People_panel__Az9cv"><p class="People_head__LLo20">${sheet.drop('staff', sheet.tongue.team)}</p><ul class="People_list__c0c0a">${rows.join('')}</ul></div>`
}

function topics(sheet: Sheet): string {
  const items = sheet.random.times(
    9,
    (at) =>
      `<li class="mod-level-${(at % 2) + 1}"><h4><a href="/index.php/cat/${at}">${sheet.drop('categories', sheet.name())}</a><span class="badge-count">${sheet.drop('categories', String(sheet.random.int(1000, 1990)))}</span></h4></li>`,
  )
  return `<div class="mod-categories-wrap"><h3 class="mod-cat-head">${sheet.drop('categories', sheet.tongue.categories)}</h3><ul class="mod-articlescategories categories-module mod-list">${items.join('')}</ul></div>`
}

function offer(sheet: Sheet): string {
  const [text = '', button = ''] = sheet.tongue.promotion
  return `<div class="kg-card kg-callout-card kg-callout-card-accent"><div class="kg-callout-text">${sheet.drop('promotion', text)} ${sheet.drop('promotion', sheet.sentence())}</div></div><div class="kg-card kg-button-card kg-align-center"><a href="/pro" class="kg-btn kg-btn-accent">${sheet.drop('promotion', button)}</a></div>`
}

function signup(sheet: Sheet): string {
  const [heading = '', text = '', button = ''] = sheet.tongue.letter
  return `<section class="footer-cta outer"><div class="footer-cta-inner"><h2 class="footer-cta-title">${sheet.drop('newsletter', heading)}</h2><p class="footer-cta-lead">${sheet.drop('newsletter', text)}</p><a class="footer-cta-button" href="#/portal" data-portal><div class="footer-cta-input">jamie@example.com</div><span>${sheet.drop('newsletter', button)}</span></a></div></section>`
}

function dateSaver(sheet: Sheet): string {
  const [add = '', start = '', end = ''] = sheet.tongue.calendar
  const day = moment(sheet).toISOString()
  return `<div class="SaveDate_wrap__t5T5r"><span class="SaveDate_label__Ii8ox">${sheet.drop('calendar', add)}</span><div title="x" class="addeventatc" data-dropdown-x="auto"><span class="start">${sheet.drop('calendar', day.slice(0, 16).replace('T', ' '))}</span> <span class="end">${sheet.drop('calendar', `${day.slice(0, 10)} 23:45`)}</span> <span class="timezone">${sheet.drop('calendar', 'America/New_York')}</span> <span class="title">${sheet.drop('calendar', sheet.title())}</span> <span class="description">${sheet.drop('calendar', sheet.sentence())}</span> <span class="location" data-a="${start}" data-b="${end}">${sheet.drop('calendar', sheet.name())}</span></div></div>`
}

function agenda(sheet: Sheet): string {
  const rows = sheet.random.times(
    5,
    () =>
      `<div class="eb-event-row"><span class="eb-day">${sheet.drop('events', sheet.day(moment(sheet)))}</span> <a class="eb-event-link" href="/index.php/events/${slug(sheet.random)}">${sheet.drop('events', sheet.title())}</a> <span class="eb-location">${sheet.drop('events', sheet.name())}</span></div>`,
  )
  return `<div class="eb-events-wrap"><h3 class="eb-head">${sheet.drop('events', sheet.tongue.calendar[3]!)}</h3>${rows.join('\n')}</div>`
}

function keys(sheet: Sheet): string {
  const rows = [
    'Space|Play or pause',
    'M|Mute',
    'F|Full screen',
    'J|Back ten seconds',
    'H|Show this help',
  ]
  return `<div class="vp-overlay" id="kbd-help"><h4 class="vp-overlay-head">${sheet.drop('keyboard', 'Player hot keys')}</h4><table class="vp-keys">${rows
    .map((row) => row.split('|'))
    .map(
      ([key, what]) =>
        `<tr><td><kbd>${sheet.drop('keyboard', key!)}</kbd></td><td>${sheet.drop('keyboard', what!)}</td></tr>`,
    )
    .join('')}</table></div>`
}

function builder(sheet: Sheet): string {
  const id = sheet.random.int(1000, 9999)
  const codes = [
    `[et_pb_section fb_built="1" admin_label="section" _builder_version="4.${id}"][et_pb_row][et_pb_column type="4_4"][et_pb_text]`,
    `[/et_pb_text][/et_pb_column][/et_pb_row][/et_pb_section]`,
    `{loadposition banner-${id}}`,
    `[fusion_button link="#" size="large" id="${id}"]`,
  ]
  const [open, close, module, button] = codes.map((code) => sheet.drop('shortcode', code))
  return `${open}<p>${sheet.prose(2)}</p>${close}${sheet.random.chance(0.5) ? `<p>${module}</p>` : `<div>${button}</div>`}`
}

function passOn(sheet: Sheet): string {
  const nets = ['WhatsApp', 'Telegram', 'Mastodon', 'Bluesky', 'Xing']
  return `<div class="shariff" data-services="x"><div class="shariff-head">${sheet.drop('share', sheet.tongue.share)}</div><ul class="theme-standard orientation-horizontal">${nets.map((net) => `<li class="shariff-button ${net.toLowerCase()}-x"><a href="#" data-rel="popup"><span class="fab"></span><span class="share_text">${sheet.drop('share', net)}</span></a></li>`).join('')}</ul></div>`
}

function writer(sheet: Sheet): string {
  return `<div class="Bio_wrap__0PpQr"><img class="Bio_face__zZ1" src="/f.jpg" alt="" width="64"><div><div class="Bio_over__r5">${sheet.drop('author', sheet.tongue.aboutAuthor)}</div><div class="Bio_name__q2">${sheet.drop('author', sheet.person())}</div><div class="Bio_text__m8">${sheet.drop('author', sheet.sentence())}</div></div></div>`
}

function appeal(sheet: Sheet): string {
  const [text = '', button = ''] = sheet.tongue.donate
  return `<div class="Appeal_panel__Wq4"><strong class="Appeal_strong__b1">${sheet.drop('donation', text)}</strong><p class="Appeal_body__b2">${sheet.drop('donation', sheet.sentence())}</p><a class="Appeal_go__b3" href="/join">${sheet.drop('donation', button)}</a></div>`
}

/** Blocks below and beside the content of pages that nothing is tuned on. */
export const HELD_OUT_BLOCKS: Writing['blocks'] = {
  related: [
    (sheet) => feed(sheet, 'related', sheet.tongue.related),
    (sheet) => inlineBox(sheet, 'related', sheet.tongue.related),
  ],
  latest: [newest, (sheet) => inlineBox(sheet, 'latest', sheet.tongue.popular)],
  slider: [carousel],
  staff: [crew],
  categories: [topics],
  promotion: [offer],
  newsletter: [signup],
  calendar: [dateSaver],
  events: [agenda],
  keyboard: [keys],
  shortcode: [builder],
  share: [passOn],
  author: [writer],
  donation: [appeal],
}
