import { type Sheet, slug } from '../../pages/sheet.ts'
import type { Writing } from '../page.ts'

const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(2022, 0, 3)

function someDay({ random }: Sheet): Date {
  return new Date(FIRST_DAY + random.int(0, 1500) * DAY_MS)
}

function teaserCards(sheet: Sheet, kind: string, heading: string): string {
  const cards = sheet.random.times(sheet.random.int(3, 5), (at) => {
    const day = someDay(sheet)
    const link = `/${slug(sheet.random)}/`
    return `<article class="post-card type-post"><a class="post-thumbnail" href="${link}" aria-hidden="true" tabindex="-1"><img width="300" height="200" src="/wp-content/uploads/t${at}-300x200.jpg" class="wp-post-image" alt="" loading="lazy" /></a>
<h3 class="entry-title"><a href="${link}" rel="bookmark">${sheet.drop(kind, sheet.title())}</a></h3><div class="entry-meta"><time class="entry-date published" datetime="${day.toISOString()}">${sheet.drop(kind, sheet.day(day))}</time></div>
<div class="entry-summary"><p>${sheet.drop(kind, sheet.sentence())} [&hellip;]</p></div></article>`
  })
  return `<section class="related-posts"><h2 class="related-title">${sheet.drop(kind, heading)}</h2><div class="related-grid">${cards.join('\n')}</div></section>`
}

function linkList(sheet: Sheet, kind: string, heading: string, name: string): string {
  const items = sheet.random.times(
    sheet.random.int(4, 7),
    () => `<li><a href="/${slug(sheet.random)}/">${sheet.drop(kind, sheet.title())}</a></li>`,
  )
  return `<div class="widget ${name}"><h4 class="widget-title">${sheet.drop(kind, heading)}</h4><ul>${items.join('')}</ul></div>`
}

function slider(sheet: Sheet): string {
  const slides = sheet.random.times(
    4,
    (at) =>
      `<div class="swiper-slide" role="group" aria-label="${at + 1} / 4"><figure class="slide-pic"><img src="/s${at}.jpg" alt=""></figure><div class="slide-caption"><span class="cat-links">${sheet.drop('slider', sheet.random.pick(sheet.tongue.menu))}</span><h2><a href="/${slug(sheet.random)}">${sheet.drop('slider', sheet.title())}</a></h2><p>${sheet.drop('slider', sheet.sentence())}</p></div></div>`,
  )
  return `<div class="swiper-container news-slider"><div class="swiper-wrapper">${slides.join('')}</div><div class="swiper-button-prev"></div><div class="swiper-button-next"></div></div>`
}

function staff(sheet: Sheet): string {
  const people = sheet
    .people(sheet.random.int(3, 6))
    .map(
      (name) =>
        `<div class="team-member"><img src="/team/x.jpg" class="img-circle" alt=""><h5>${sheet.drop('staff', name)}</h5><span class="position">${sheet.drop('staff', sheet.random.pick(sheet.tongue.roles))}</span><a href="mailto:x@harbour.example" class="btn btn-sm"><i class="fa fa-envelope"></i></a></div>`,
    )
  return `<div class="team-widget"><h4>${sheet.drop('staff', sheet.tongue.team)}</h4>${people.join('')}</div>`
}

function categories(sheet: Sheet): string {
  const items = sheet.random.times(
    8,
    (at) =>
      `<li class="cat-item cat-item-${at}"><a href="/category/c${at}/">${sheet.drop('categories', sheet.name())}</a> (${sheet.drop('categories', String(sheet.random.int(1100, 1990)))})</li>`,
  )
  return `<div id="categories-2" class="widget widget_categories"><h2 class="widgettitle">${sheet.drop('categories', sheet.tongue.categories)}</h2><ul>${items.join('\n')}</ul></div>`
}

function tagCloud(sheet: Sheet): string {
  const tags = sheet.random.times(
    9,
    (at) =>
      `<a href="/tag/t${at}/" class="tag-cloud-link tag-link-${at}" style="font-size: ${8 + at}pt;">${sheet.drop('categories', sheet.name())}</a>`,
  )
  return `<div class="widget widget_tag_cloud"><h2 class="widgettitle">${sheet.drop('categories', sheet.tongue.tags)}</h2><div class="tagcloud">${tags.join('\n')}</div></div>`
}

function promotion(sheet: Sheet): string {
  const [offer = '', button = ''] = sheet.tongue.promotion
  return `<div class="wp-block-group promo-box has-background"><p class="has-large-font-size"><strong>${sheet.drop('promotion', offer)}</strong></p><p>${sheet.drop('promotion', sheet.sentence())}</p><div class="wp-block-button"><a class="wp-block-button__link" href="/abo">${sheet.drop('promotion', button)}</a></div></div>`
}

function newsletter(sheet: Sheet): string {
  const [heading = '', text = '', button = ''] = sheet.tongue.letter
  return `<div class="mc4wp-wrap"><h3>${sheet.drop('newsletter', heading)}</h3><form id="mc4wp-form-1" class="mc4wp-form mc4wp-form-${sheet.random.int(10, 99)}" method="post"><div class="mc4wp-form-fields"><p>${sheet.drop('newsletter', text)}</p><p><label><input type="email" name="EMAIL" required /></label></p><p><input type="submit" value="${button}" /></p></div></form></div>`
}

function newsletterBare(sheet: Sheet): string {
  const [heading = '', text = '', button = ''] = sheet.tongue.letter
  return `<div class="cta-box"><h2>${sheet.drop('newsletter', heading)}</h2><p>${sheet.drop('newsletter', text)}</p><p><a href="/letter">${sheet.drop('newsletter', button)}</a></p></div>`
}

function calendar(sheet: Sheet): string {
  const [add = '', start = '', end = ''] = sheet.tongue.calendar
  const day = someDay(sheet).toISOString().slice(0, 10)
  return `<div class="addtocalendar atc-style-blue"><a class="atcb-link">${sheet.drop('calendar', add)}</a><var class="atc_event"><var class="atc_date_start">${sheet.drop('calendar', `${day} 10:30:00`)}</var> <var class="atc_date_end">${sheet.drop('calendar', `${day} 12:15:00`)}</var> <var class="atc_timezone">${sheet.drop('calendar', 'Europe/Vienna')}</var> <var class="atc_title">${sheet.drop('calendar', sheet.title())}</var> <var class="atc_organizer" title="${start} ${end}">${sheet.drop('calendar', sheet.person())}</var></var></div>`
}

function calendarLinks(sheet: Sheet): string {
  const services = ['Google Calendar', 'iCalendar', 'Outlook 365', 'Outlook Live']
  return `<div class="tribe-events tribe-common"><div class="tribe-events-c-subscribe-dropdown__container"><div class="tribe-events-c-subscribe-dropdown"><button class="tribe-events-c-subscribe-dropdown__button-text" aria-expanded="false">${sheet.tongue.calendar[0]}</button><ul class="tribe-events-c-subscribe-dropdown__list">${services.map((service) => `<li class="tribe-events-c-subscribe-dropdown__list-item"><a href="/?ical=1" class="tribe-events-c-subscribe-dropdown__list-item-link">${sheet.drop('calendar', service)}</a></li>`).join('')}</ul></div></div></div>`
}

function events(sheet: Sheet): string {
  const items = sheet.random.times(4, () => {
    const day = someDay(sheet)
    return `<div class="tribe-events-widget-events-list__event-row"><time class="tribe-events-widget-events-list__event-date-tag-datetime" datetime="${day.toISOString().slice(0, 10)}">${sheet.drop('events', sheet.day(day))}</time><h3 class="tribe-events-widget-events-list__event-title"><a href="/event/${slug(sheet.random)}/">${sheet.drop('events', sheet.title())}</a></h3></div>`
  })
  return `<div class="tribe-events-widget"><h2 class="tribe-events-widget-events-list__header-title">${sheet.drop('events', sheet.tongue.calendar[3]!)}</h2>${items.join('')}</div>`
}

function keyboard(sheet: Sheet): string {
  const keys = [
    ['Play/Pause', 'SPACE'],
    ['Increase Volume', 'UP'],
    ['Decrease Volume', 'DOWN'],
    ['Seek Forward', 'RIGHT'],
    ['Captions On/Off', 'C'],
  ]
  return `<div class="jw-shortcuts-tooltip jw-modal"><div class="jw-shortcuts-container"><span class="jw-shortcuts-title">${sheet.drop('keyboard', 'Keyboard Shortcuts')}</span><div class="jw-shortcuts-tooltip-list"><div class="jw-shortcuts-tooltip-descriptions">${keys.map(([what, key]) => `<div class="jw-shortcuts-row"><span class="jw-shortcuts-description">${sheet.drop('keyboard', what!)}</span> <span class="jw-shortcuts-key">${sheet.drop('keyboard', key!)}</span></div>`).join('')}</div></div></div></div>`
}

function shortcodes(sheet: Sheet): string {
  const background = sheet.random.int(10_000, 99_999)
  const codes = [
    `[vc_row type="full_width_background" bg_image="${background}" overlay_strength="0.95"][vc_column width="1/2"]`,
    `[/vc_column][/vc_row]`,
    `[contact-form-7 id="${background + 1}" title="form"]`,
  ]
  const [open, close, form] = codes.map((code) => sheet.drop('shortcode', code))
  return `${open}<p>${sheet.prose(2)}</p>${close}\n<p>${form}</p>`
}

function share(sheet: Sheet): string {
  const nets = ['Facebook', 'Twitter', 'Pinterest', 'LinkedIn', 'Tumblr']
  return `<div class="sharedaddy sd-sharing-enabled"><div class="robots-nocontent sd-block sd-social sd-social-icon-text sd-sharing"><h3 class="sd-title">${sheet.drop('share', sheet.tongue.share)}</h3><div class="sd-content"><ul>${nets.map((net) => `<li class="share-${net.toLowerCase()}"><a rel="nofollow noopener" class="share-icon" href="/?share=${net}"><span>${sheet.drop('share', net)}</span></a></li>`).join('')}</ul></div></div></div>`
}

function author(sheet: Sheet): string {
  const name = sheet.person()
  return `<div class="author-box"><div class="author-avatar"><img alt="" src="/avatar/9?s=90" class="avatar avatar-90 photo" height="90" width="90" /></div><div class="author-description"><h4>${sheet.drop('author', sheet.tongue.aboutAuthor)}</h4><h2 class="author-title">${sheet.drop('author', name)}</h2><p class="author-bio">${sheet.drop('author', sheet.sentence())} <a class="author-link" href="/author/x/" rel="author">${sheet.drop('author', sheet.tongue.more)}</a></p></div></div>`
}

function donation(sheet: Sheet): string {
  const [appeal = '', button = ''] = sheet.tongue.donate
  return `<div class="wp-block-group donate-callout"><h3>${sheet.drop('donation', appeal)}</h3><p>${sheet.drop('donation', sheet.sentence())}</p><p><a class="button" href="/give">${sheet.drop('donation', button)}</a></p></div>`
}

/** Blocks below and beside the content of pages to learn from. */
export const TRAIN_BLOCKS: Writing['blocks'] = {
  related: [(sheet) => teaserCards(sheet, 'related', sheet.tongue.related)],
  latest: [
    (sheet) => linkList(sheet, 'latest', sheet.tongue.latest, 'widget_recent_entries'),
    (sheet) => teaserCards(sheet, 'latest', sheet.tongue.popular),
  ],
  slider: [slider],
  staff: [staff],
  categories: [categories, tagCloud],
  promotion: [promotion],
  newsletter: [newsletter, newsletterBare],
  calendar: [calendar, calendarLinks],
  events: [events],
  keyboard: [keyboard],
  shortcode: [shortcodes],
  share: [share],
  author: [author],
  donation: [donation],
}
