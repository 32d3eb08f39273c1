import { htmlTag } from '../../pages/frame.ts'
import { escaped, type Sheet, slug } from '../../pages/sheet.ts'
import type { Check, Sample, Samples } from '../page.ts'

const MONDAY = Date.UTC(2023, 4, 1)
const DAY_MS = 86_400_000

function postal(sheet: Sheet, wrap: (inner: string) => string, around?: 'bare'): Sample {
  const { random, tongue } = sheet
  const house = `${random.int(1, 300)}, ${sheet.name()}`
  const place = `${sheet.name()} ${random.int(10_000, 99_000)}`
  const call = `(0${random.int(30, 90)}) ${random.int(100_000, 999_999)}`
  const box = `${slug(random)}@mill.example`
  const rows = sheet.random.chance(0.5)
    ? `<p>${escaped(house)}</p><p>${escaped(place)}</p><p>${escaped(tongue.phone)} <a href="tel:+1">${call}</a></p><p><a href="mailto:${box}">${box}</a></p>`
    : `<span itemprop="streetAddress">${escaped(house)}</span><br/><span itemprop="addressLocality">${escaped(place)}</span><br/><span itemprop="telephone">${call}</span><br/><a href="mailto:${box}" itemprop="email">${box}</a>`
  const checks = [house, place, call, box].map((text): Check => ({ is: 'text', text }))
  return {
    main: wrap(`<address itemscope itemtype="https://schema.org/PostalAddress">${rows}</address>`),
    checks,
    ...(around === undefined ? {} : { around }),
  }
}

function dialogue(sheet: Sheet): Sample {
  const people = sheet
    .people(2)
    .map((name, at) => (at === 0 ? name : `${name.slice(0, 1)}. ${name.split(' ').at(-1)!}`))
  const names = sheet.random.chance(0.6)
    ? people
    : [sheet.random.pick(sheet.tongue.roles), sheet.random.pick(sheet.tongue.menu)]
  const set = sheet.random.pick<(name: string, text: string) => string>([
    (name, text) => `<div class="qa-who">${name}</div><div class="qa-says">${text}</div>`,
    (name, text) => `<p class="dlg-n"><b>${name}</b></p><p class="dlg-t">${text}</p>`,
    (name, text) => `<dl class="dlg"><dt>${name}</dt><dd>${text}</dd></dl>`,
    (name, text) => `<p><span class="caps">${name}</span></p><p>${text}</p>`,
  ])
  const checks: Check[] = []
  const turns = sheet.random.times(sheet.random.int(6, 10), (at) => {
    const [name, opening] = [names[at % 2]!, sheet.sentence()]
    checks.push({ is: 'adjacent', parts: [name, opening] })
    return set(
      escaped(name),
      at % 3 === 0 ? escaped(opening) : `${escaped(opening)} ${sheet.prose(1)}`,
    )
  })
  return { main: turns.join('\n'), checks }
}

function cycle(words: readonly string[]): string[] {
  return words.length > 2
    ? [...words]
    : Array.from({ length: 8 }, (_, at) => words[at % words.length]!)
}

function captions(sheet: Sheet): Sample {
  const checks: Check[] = []
  const set = sheet.random.pick<(name: string, text: string) => string>([
    (name, text) =>
      `<section class="kv"><span class="kv-k">${name}</span><p class="kv-v">${text}</p></section>`,
    (name, text) => `<div class="step-cap">${name}</div><p>${text}</p>`,
  ])
  const plain = [
    ...sheet.tongue.menu,
    sheet.tongue.categories,
    sheet.tongue.popular,
    sheet.tongue.share,
  ]
  const rows = cycle(sheet.random.some(plain, sheet.random.int(2, 5))).map((known) => {
    const [name, opening] = [
      sheet.random.chance(0.3) ? `${sheet.name()} ${sheet.random.int(1, 9)}` : known,
      sheet.sentence(),
    ]
    checks.push({ is: 'adjacent', parts: [name, opening] })
    return set(escaped(name), `${escaped(opening)} ${sheet.prose(1)}`)
  })
  return { main: rows.join('\n'), checks }
}

function rooted(sheet: Sheet): Sample {
  return {
    main: `<!DOCTYPE html>${htmlTag(sheet)}<head><meta charset="utf-8"><title>%HEADING%</title><script src="/lit.js" type="module"></script></head><body><page-shell><template shadowrootmode="open"><slot name="top"></slot><div class="column"><story-view><template shadowrootmode="closed"><h1>%HEADING%</h1>${sheet.paragraphs(4)}</template></story-view></div></template></page-shell></body></html>`,
    checks: [],
    around: 'own',
  }
}

function rootedPart(sheet: Sheet): Sample {
  const [one, two, three] = [sheet.sentence(), sheet.sentence(), sheet.sentence()]
  return {
    main: `<fold-out open><template shadowrootmode="open" shadowrootserializable><style>p{margin:0}</style><div><p>${escaped(one)}</p><slot name="more"></slot><p>${escaped(three)}</p></div></template><p slot="more">${escaped(two)}</p></fold-out>`,
    checks: [one, two, three].map((text) => ({ is: 'text', text })),
  }
}

function stamp(sheet: Sheet): Sample {
  const text = sheet.sentence()
  return {
    main: `<ul class="live"><template x-for="item in items"><li><span>${escaped(text)}</span></li></template></ul><p>${sheet.prose(1)}</p>`,
    checks: [{ is: 'absent', text }],
  }
}

function stanza(sheet: Sheet): Sample {
  const lines = sheet.random.times(sheet.random.int(3, 6), () => sheet.title())
  const text = lines.map((line) => escaped(line)).join('\n')
  return sheet.random.chance(0.5)
    ? {
        main: `<blockquote class="stz"><p>${text}</p></blockquote>`,
        head: '<style type="text/css">p { margin: 0 } .stz p{white-space:pre-line;}</style>',
        checks: [{ is: 'verse', lines }],
      }
    : {
        main: `<div style="margin-left:2em;white-space:pre-wrap">${text}</div>`,
        checks: [{ is: 'verse', lines }],
      }
}

function folded(sheet: Sheet): Sample {
  const lines = sheet.random.times(3, () => sheet.title())
  return {
    main: `<style>.other-class { white-space: pre-line }</style><p>${lines.map((line) => escaped(line)).join('\n   ')}</p>`,
    checks: [{ is: 'row', cells: lines }],
  }
}

function gistScript(sheet: Sheet): Sample {
  const to = `https://gist.github.com/mill/${sheet.random.int(100_000, 999_999)}abcdef${sheet.random.int(100_000, 999_999)}`
  return {
    main: `<div class="embed-code"><script type="text/javascript" src="${to}.js?file=main.py"></script><noscript><p class="ns-note"><a href="${to}">gist</a></p></noscript></div>`.replace(
      /<noscript>.*<\/noscript>/,
      sheet.random.chance(0.5) ? '' : '$&',
    ),
    checks: [{ is: 'link', address: to }],
  }
}

function pen(sheet: Sheet): Sample {
  const to = `https://codepen.io/mill/pen/${slug(sheet.random).replaceAll('-', '')}`
  const name = sheet.title()
  return {
    main: `<p data-height="265" data-theme-id="0" data-slug-hash="x" data-default-tab="css,result" data-pen-title="${escaped(name)}" class="codepen">See the Pen <a href="${to}/">${escaped(name)}</a> by Mill (<a href="https://codepen.io/mill">@mill</a>) on <a href="https://codepen.io">CodePen</a>.</p><script async src="https://static.codepen.io/assets/embed/ei.js"></script>`,
    checks: [{ is: 'link', address: `${to}/`, text: name }],
  }
}

function remarks(sheet: Sheet): Sample {
  const checks: Check[] = []
  const pairs = sheet.random.times(3, () => [sheet.sentence(), sheet.sentence()] as const)
  const style = sheet.random.int(0, 1)
  const body = pairs.map(([after, note], at) => {
    checks.push({ is: 'note', after, note })
    const mark =
      style === 0
        ? `<span class="anm-ref" id="r${at}"><a href="#anm${at}">[${at + 1}]</a></span>`
        : `<a class="sidenote-mark" href="#sn-${at}" role="doc-noteref">${at + 1}</a>`
    return `<p>${sheet.prose(1)} ${escaped(after)}${mark} ${sheet.prose(1)}</p>`
  })
  const end = pairs.map(([, note], at) =>
    style === 0
      ? `<div class="anm" id="anm${at}"><span class="anm-no">[${at + 1}]</span> ${escaped(note)}</div>`
      : `<p class="en-row"><a id="sn-${at}" href="#r${at}">${at + 1}</a>. ${escaped(note)}</p>`,
  )
  return {
    main: `${body.join('\n')}<hr class="anm-rule"><div class="anm-all">${end.join('\n')}</div>`,
    checks,
  }
}

function landing(sheet: Sheet): Sample {
  const checks: Check[] = []
  const actions = sheet.random.times(sheet.random.int(2, 4), (at) => {
    const [text, to] = [sheet.title(), `/guide/${slug(sheet.random)}.html`]
    checks.push({ is: 'link', address: to, text })
    return `<div class="VPAction"><a class="VPButton medium ${at === 0 ? 'brand' : 'alt-brand'}" href="${to}">${escaped(text)}</a></div>`
  })
  const [tagline, lead] = [sheet.title(), sheet.sentence()]
  return {
    main: `<!DOCTYPE html>${htmlTag(sheet)}<head><meta charset="utf-8"><meta name="generator" content="VitePress v1.0.0"><title>%HEADING%</title></head><body><div id="app"><div class="Layout"><header class="VPNav"><div class="VPNavBar"><a class="VPNavBarMenuLink" href="/guide/">${escaped(sheet.tongue.menu[0]!)}</a></div></header><div class="VPContent is-home" id="VPContent"><div class="VPHome"><div class="VPHero VPHomeHero"><div class="vp-hero-inner"><div class="vp-hero-main"><h1 class="vp-hero-name"><span class="clip">%HEADING%</span></h1><p class="vp-hero-text">${escaped(tagline)}</p><p class="vp-hero-tagline">${escaped(lead)}</p><div class="VPActions">${actions.join('')}</div></div></div></div></div></div><footer class="VPFooter"><p class="vp-copyright">© 2025</p></footer></div></div></body></html>`,
    checks: [{ is: 'text', text: tagline }, { is: 'text', text: lead }, ...checks],
    around: 'own',
  }
}

function marked(sheet: Sheet): Sample {
  const [one, two] = [`${sheet.title()} & ${sheet.name()}`, sheet.sentence()]
  return {
    main: `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="${sheet.tongue.language}"><head><title>%HEADING%</title><style type="text/css"><![CDATA[ p > em { color: red } ]]></style></head><body><div id="doc"><h1>%HEADING%</h1>${sheet.paragraphs(2)}<blockquote><p><![CDATA[${one}]]></p></blockquote><p><![CDATA[${two}]]> ${sheet.prose(1)}</p></div></body></html>`,
    checks: [one, two].map((text) => ({ is: 'text', text })),
    around: 'own',
    contentType: 'application/xhtml+xml',
  }
}

function week(sheet: Sheet, isAlone: boolean): Sample {
  const format = new Intl.DateTimeFormat(sheet.tongue.language, {
    weekday: isAlone ? 'long' : 'short',
    timeZone: 'UTC',
  })
  const checks: Check[] = []
  const rows = sheet.random.times(7, (at) => {
    const day = format.format(new Date(MONDAY + at * DAY_MS))
    const times =
      at > 5
        ? [sheet.tongue.closed]
        : sheet.random.times(
            sheet.random.int(1, 3),
            (part) => `${7 + part * 4}.${sheet.random.int(10, 50)}-${9 + part * 4}.30`,
          )
    checks.push({ is: 'row', cells: [day, ...times] })
    const now = isAlone
      ? `<td class="oh-now">${at === 1 ? sheet.may(sheet.tongue.closed) : ''}</td>`
      : ''
    const head = isAlone
      ? `<td class="oh-day">${day}</td>`
      : `<th class="oh-day" scope="row">${day}</th>`
    return `<tr class="oh-row">${head}<td class="oh-times"><ul class="oh-ul">${times.map((time) => `<li class="oh-li"><span>${escaped(time)}</span></li>`).join('')}</ul></td>${now}</tr>`
  })
  const label =
    sheet.random.chance(0.5) && !isAlone
      ? `<h2>${sheet.keep('heading', sheet.tongue.hours)}</h2>`
      : ''
  return {
    main: `<div class="oh-box">${label}<table class="oh-table">${rows.join('\n')}</table></div>`,
    checks,
    ...(isAlone ? { around: 'alone' as const } : {}),
  }
}

function builder(sheet: Sheet): Sample {
  const number = sheet.random.int(100, 999)
  const codes = [
    `[et_pb_section admin_label="${number}"]`,
    `[et_pb_row _builder_version="4.${number}"]`,
    `[fusion_builder_container hundred_percent="no" id="${number}"]`,
    `[av_section color='main_color' custom_bg='' id='${number}']`,
    `[su_spacer size="${number}"]`,
  ]
  const [first = '', second = '', third = ''] = sheet.random.some(codes, 3)
  const closing = `[/${/\w+/.exec(first)![0]}]`
  const checks = [first, second, third].map((text): Check => ({ is: 'absent', text }))
  return {
    main: `<p>${first}${second}</p><p>${sheet.prose(3)}</p>${third}<p>${sheet.prose(1)}${closing}</p>`,
    checks,
  }
}

/** Other parts in pages that nothing is tuned on. */
export const HELD_OUT_PARTS = {
  'address: in the frame of a system': [(sheet) => postal(sheet, (inner) => inner)],
  'address: in a div': [
    (sheet) =>
      postal(sheet, (inner) => `<div class="where-box"><div class="where-in">${inner}</div></div>`),
    (sheet) =>
      postal(
        sheet,
        (inner) =>
          `<section class="reach"><h2>${sheet.keep('heading', sheet.title())}</h2>${inner}</section>`,
      ),
  ],
  'address: bare page': [(sheet) => postal(sheet, (inner) => inner, 'bare')],
  'label: speakers': [dialogue],
  'label: paragraphs': [captions],
  'shadow: whole page': [rooted],
  'shadow: part': [rootedPart],
  '+ shadow: plain template': [stamp],
  'verse: pre-line': [stanza],
  '+ verse: plain': [folded],
  'embed: gist': [gistScript],
  'embed: CodePen': [pen],
  'notes: custom marks': [remarks],
  'hero: home of docs': [landing],
  'cdata: XHTML': [marked],
  'hours: lists in a table': [(sheet) => week(sheet, true), (sheet) => week(sheet, false)],
  'shortcode: raw': [builder],
} satisfies Partial<Samples>
