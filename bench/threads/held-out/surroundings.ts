import { markup, type Markup, type Value } from '../markup.ts'
import type { Scene } from '../scene.ts'

/** A document around what is in its body. */
export function documentOf(
  scene: Scene,
  body: Value,
  site: string,
  more: { head?: Value; attributes?: Value } = {},
): Markup {
  const { voice, language, heading } = scene
  const title =
    heading === ''
      ? site
      : scene.random.pick([`${heading} · ${site}`, `${site}: ${heading}`, heading])
  return markup`<html${voice.writer.direction === 'rtl' && markup` dir="rtl"`} lang="${language}">
  <head>
    <meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
    <title>${title}</title>${more.head}
    <link rel="stylesheet" href="/assets/all-${scene.random.int(1000, 9999)}.css">
  </head>
  <body${more.attributes}>
    ${body}
    <script src="/assets/app.js" defer></script>
  </body>
</html>`
}

/** The strip at the top of a page. */
export function strip(scene: Scene, site: string, name = 'masthead'): Markup {
  const { l } = scene
  return markup`<div id="${name}" class="${name}-inner" role="banner"><a class="${name}-brand" href="/index">${scene.out(site, 'site')}</a><div class="${name}-menu"><a href="/all">${scene.out(l.home, 'site')}</a> <a href="/people">${scene.out(l.posts, 'site')}</a> <a href="/tags">Topics</a> <a href="/find"><span>${scene.out(l.search, 'site')}</span></a></div><div class="${name}-account"><a href="/session/new">${scene.out(l.login, 'site')}</a></div></div>`
}

/** What stands last on a page. */
export function foot(scene: Scene, site: string, name = 'basement'): Markup {
  return markup`<div class="${name}"><div class="${name}-links"><a href="/help">Help centre</a> · <a href="/rules">House rules</a> · <a href="/contact">Contact us</a></div><small>${scene.out(`${site}, since ${scene.random.int(1998, 2019)}`, 'site')}</small></div>`
}

/** Other things to read, most by somebody. */
export function elsewhere(scene: Scene, name = 'elsewhere'): Markup {
  const { random, l } = scene
  const cards = random.times(random.int(2, 5), () => {
    const who = scene.out(scene.person().name, 'related')
    return markup`<div class="${name}-card"><a href="/x/${random.int(1, 999)}"><strong>${scene.out(scene.phrase(), 'related')}</strong></a><div class="${name}-meta"><span>${who}</span> · <span>${random.int(1, 90)} ${l.answers}</span></div></div>`
  })
  return markup`<section class="${name}" aria-label="${l.related}"><h3>${scene.out(l.related)}</h3>${cards}</section>`
}
