import { htmlTag } from '../../pages/frame.ts'
import { escaped, type Sheet, slug } from '../../pages/sheet.ts'
import type { Check, Sample, Samples } from '../page.ts'

const WEEK_START = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

function address(sheet: Sheet, wrap: (inner: string) => string, around?: 'bare'): Sample {
  const { random, tongue } = sheet
  const street = `${sheet.name()} ${random.int(2, 140)}`
  const town = `${random.int(1010, 9900)} ${sheet.name()}`
  const phone = `+43 1 555 ${random.int(1000, 9999)}`
  const mail = `${slug(random)}@harbour.example`
  const lines = [street, town, `${tongue.phone}: ${phone}`].map((line) => escaped(line))
  const main = wrap(
    `<address>${lines.join('<br>')}<br><a href="mailto:${mail}">${mail}</a></address>`,
  )
  const checks = [street, town, phone, mail].map((text): Check => ({ is: 'text', text }))
  return { main, checks, ...(around === undefined ? {} : { around }) }
}

function speakers(sheet: Sheet): Sample {
  const { random } = sheet
  const isNamed = random.chance(0.6)
  const named = sheet.people(2).map((name) => name.split(' ')[0]!)
  const [one = '', other = ''] = isNamed
    ? named
    : random.pick([
        ['Q', 'A'],
        [random.pick(sheet.tongue.roles), random.pick(sheet.tongue.menu)],
      ])
  const write = random.pick<(name: string, text: string) => string>([
    (name, text) => `<p class="interview-name">${name}</p>\n<p>${text}</p>`,
    (name, text) => `<div class="speaker">${name}</div><div class="speech"><p>${text}</p></div>`,
    (name, text) => `<p><strong>${name}</strong></p><p>${text}</p>`,
    (name, text) => `<h6>${name}:</h6><p>${text}</p>`,
    (name, text) => `<div class="turn-name">${name}</div>\n<div>${text}</div>`,
  ])
  const checks: Check[] = []
  const turns = random.times(8, (at) => {
    const [name, first] = [at % 2 === 0 ? one : other, sheet.sentence()]
    checks.push({ is: 'adjacent', parts: [name, first] })
    return write(escaped(name), `${escaped(first)} ${sheet.prose(1)}`)
  })
  return { main: turns.join('\n'), checks }
}

/** Labels often come again: one for each question, release or day. */
function repeated(words: readonly string[]): string[] {
  return words.length > 3 ? [...words] : [...words, ...words, ...words]
}

function labels(sheet: Sheet): Sample {
  const checks: Check[] = []
  const write = sheet.random.pick<(name: string, text: string) => string>([
    (name, text) =>
      `<div class="fact-row"><div class="fact-label">${name}</div><div class="fact-text">${text}</div></div>`,
    (name, text) => `<p class="smallcaps">${name}</p><p>${text}</p>`,
    (name, text) => `<div class="heading-small">${name}</div><div>${text}</div>`,
  ])
  const words = [...sheet.tongue.menu, sheet.tongue.phone, sheet.tongue.tags, sheet.tongue.latest]
  const rows = repeated(sheet.random.some(words, sheet.random.int(2, 6))).map((word) => {
    const [name, first] = [sheet.random.chance(0.4) ? sheet.name() : word, sheet.sentence()]
    checks.push({ is: 'adjacent', parts: [name, first] })
    return write(escaped(name), escaped(first))
  })
  return { main: rows.join('\n'), checks }
}

function shadowPage(sheet: Sheet): Sample {
  return {
    main: `<!doctype html>${htmlTag(sheet)}<head><meta charset="utf-8"><title>%HEADING%</title><script type="module" src="/app.js"></script></head><body><harbour-app><template shadowrootmode="open"><style>:host{display:block}</style><main><h1>%HEADING%</h1>${sheet.paragraphs(3)}</main></template></harbour-app></body></html>`,
    checks: [],
    around: 'own',
  }
}

function shadowPart(sheet: Sheet): Sample {
  const [inside, slotted] = [sheet.sentence(), sheet.sentence()]
  return {
    main: `<info-card><template shadowrootmode="open" shadowrootdelegatesfocus><section part="body"><p>${escaped(inside)}</p><slot></slot></section></template><p>${escaped(slotted)}</p></info-card>`,
    checks: [
      { is: 'text', text: inside },
      { is: 'text', text: slotted },
    ],
  }
}

function inertTemplate(sheet: Sheet): Sample {
  const text = sheet.sentence()
  return {
    main: `<template id="row-template"><div class="row"><p>${escaped(text)}</p></div></template>`,
    checks: [{ is: 'absent', text }],
  }
}

function verse(sheet: Sheet): Sample {
  const lines = sheet.random.times(5, () => sheet.title())
  const text = lines.map((line) => escaped(line)).join('\n')
  const isStyled = sheet.random.chance(0.5)
  return isStyled
    ? {
        main: `<div class="poem-text">${text}</div>`,
        head: '<style>.poem-text { white-space: pre-line; font-style: italic }</style>',
        checks: [{ is: 'verse', lines }],
      }
    : { main: `<p style="white-space: pre-line">${text}</p>`, checks: [{ is: 'verse', lines }] }
}

function wrapped(sheet: Sheet): Sample {
  const lines = sheet.random.times(4, () => sheet.title())
  return {
    main: `<p class="hard-wrapped">${lines.map((line) => escaped(line)).join('\n')}</p>`,
    checks: [{ is: 'row', cells: lines }],
  }
}

function gist(sheet: Sheet): Sample {
  const to = `https://gist.github.com/harbour/${sheet.random.int(10_000_000, 99_999_999)}`
  return {
    main: `<figure class="wp-block-embed"><script src="${to}.js"></script></figure>`,
    checks: [{ is: 'link', address: to }],
  }
}

function codePen(sheet: Sheet): Sample {
  const to = `https://codepen.io/harbour/pen/${slug(sheet.random).replaceAll('-', '')}`
  const name = sheet.title()
  return sheet.random.chance(0.5)
    ? {
        main: `<p class="codepen" data-height="300" data-default-tab="html,result" data-user="harbour" style="height: 300px"><span>See the Pen <a href="${to}">${escaped(name)}</a> by Harbour (<a href="https://codepen.io/harbour">@harbour</a>) on <a href="https://codepen.io">CodePen</a>.</span></p><script async src="https://cpwebassets.codepen.io/assets/embed/ei.js"></script>`,
        checks: [{ is: 'link', address: to, text: name }],
      }
    : {
        main: `<iframe height="300" style="width: 100%;" scrolling="no" title="${escaped(name)}" src="${to.replace('/pen/', '/embed/')}?default-tab=result" frameborder="no" loading="lazy"></iframe>`,
        checks: [{ is: 'link', address: `${to.replace('/pen/', '/embed/')}?default-tab=result` }],
      }
}

function notes(sheet: Sheet): Sample {
  const checks: Check[] = []
  const pairs = sheet.random.times(3, () => [sheet.sentence(), sheet.sentence()] as const)
  const body = pairs.map(([after, note], at) => {
    checks.push({ is: 'note', after, note })
    return `<p>${sheet.prose(1)} ${escaped(after)}<span class="fn"><a href="#n0${at + 1}">${at + 1}</a></span></p>`
  })
  const foot = pairs.map(([, note], at) => `<p id="n0${at + 1}">${at + 1}. ${escaped(note)}</p>`)
  return {
    main: `${body.join('\n')}<div class="note"><p class="notetitle">—</p>${foot.join('')}</div>`,
    checks,
  }
}

function hero(sheet: Sheet): Sample {
  const checks: Check[] = []
  const buttons = sheet.random.times(3, (at) => {
    const [text, to] = [sheet.title(), `/docs/${slug(sheet.random)}`]
    checks.push({ is: 'link', address: to, text })
    return `<a class="button button--${at === 0 ? 'primary' : 'secondary'} button--lg" href="${to}">${escaped(text)}</a>`
  })
  const tagline = sheet.sentence()
  return {
    main: `<!doctype html>${htmlTag(sheet)}<head><meta charset="utf-8"><meta name="generator" content="Docusaurus v3.1.0"><title>%HEADING%</title></head><body><div id="__docusaurus"><nav class="navbar navbar--fixed-top"><a class="navbar__item" href="/docs">${escaped(sheet.tongue.menu[0]!)}</a><a class="navbar__item" href="/blog">${escaped(sheet.tongue.menu[1]!)}</a></nav><div class="main-wrapper"><header class="hero hero--primary heroBanner_qdFl"><div class="container"><h1 class="hero__title">%HEADING%</h1><p class="hero__subtitle">${escaped(tagline)}</p><div class="buttons_AeoN">${buttons.join('')}</div></div></header></div><footer class="footer"><p>© 2026</p></footer></div></body></html>`,
    checks: [{ is: 'text', text: tagline }, ...checks],
    around: 'own',
  }
}

function cdata(sheet: Sheet): Sample {
  const text = `${sheet.title()} ${sheet.random.int(1, 9)} < ${sheet.random.int(10, 99)}`
  return {
    main: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="${sheet.tongue.language}"><head><title>%HEADING%</title><script type="text/javascript">//<![CDATA[
var a = 1 < 2;
//]]></script></head><body><h1>%HEADING%</h1><a id="top"/>${sheet.paragraphs(2)}<div class="spacer"/><p><![CDATA[${text}]]></p>${sheet.paragraphs(1)}</body></html>`,
    checks: [{ is: 'text', text }],
    around: 'own',
    contentType: 'application/xhtml+xml; charset=utf-8',
  }
}

function hours(sheet: Sheet, isAlone: boolean): Sample {
  const format = new Intl.DateTimeFormat(sheet.tongue.language, {
    weekday: 'short',
    timeZone: 'UTC',
  })
  const checks: Check[] = []
  const rows = sheet.random.times(6, (at) => {
    const day = format.format(new Date(WEEK_START + at * DAY_MS))
    const times =
      at === 2
        ? [sheet.tongue.closed]
        : sheet.random.times(
            sheet.random.int(1, 2),
            (part) => `${8 + part * 6}:${sheet.random.int(10, 55)} – ${12 + part * 6}:00`,
          )
    checks.push({ is: 'row', cells: [day, ...times] })
    const now = isAlone
      ? `<td class="open">${at === 0 ? sheet.may(sheet.tongue.closed) : ''}</td>`
      : ''
    return `<tr><td>${day}</td><td><ul>${times.map((time) => `<li>${escaped(time)}</li>`).join('')}</ul></td>${now}</tr>`
  })
  const caption = isAlone ? '' : `<caption>${sheet.keep('caption', sheet.tongue.hours)}</caption>`
  const main = `<section class="info"><div><div><table class="wk">${caption}<tbody>${rows.join('')}</tbody></table></div></div></section>`
  return { main, checks, ...(isAlone ? { around: 'alone' as const } : {}) }
}

function shortcode(sheet: Sheet): Sample {
  const codes = [
    `[vc_row type="in_container" bg_color="#f${sheet.random.int(10, 99)}"]`,
    '[vc_column width="1/2" centered_text="true"]',
    '[/vc_column]',
    '[/vc_row]',
    '[vc_separator type="empty" height="30px"]',
  ]
  const [row = '', column = '', endColumn = '', endRow = '', space = ''] = codes
  const checks = [row, column, space].map((text): Check => ({ is: 'absent', text }))
  return {
    main: `${row}${column}<p>${sheet.prose(2)}</p>${endColumn}${column}<p>${sheet.prose(2)}</p>${endColumn}${endRow}\n<p>${space}</p>`,
    checks,
  }
}

/** Other parts in pages to learn from. */
export const TRAIN_PARTS = {
  'address: in the frame of a system': [(sheet) => address(sheet, (inner) => inner)],
  'address: in a div': [
    (sheet) => address(sheet, (inner) => `<div class="contact-block">${inner}</div>`),
  ],
  'address: bare page': [(sheet) => address(sheet, (inner) => inner, 'bare')],
  'label: speakers': [speakers],
  'label: paragraphs': [labels],
  'shadow: whole page': [shadowPage],
  'shadow: part': [shadowPart],
  '+ shadow: plain template': [inertTemplate],
  'verse: pre-line': [verse],
  '+ verse: plain': [wrapped],
  'embed: gist': [gist],
  'embed: CodePen': [codePen],
  'notes: custom marks': [notes],
  'hero: home of docs': [hero],
  'cdata: XHTML': [cdata],
  'hours: lists in a table': [(sheet) => hours(sheet, true), (sheet) => hours(sheet, false)],
  'shortcode: raw': [shortcode],
} satisfies Partial<Samples>
