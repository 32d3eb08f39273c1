import { markup, type Markup, type Value } from '../markup.ts'
import type { Scene } from '../scene.ts'

/** What stands in the head of a page and on its body. */
export interface Frame {
  site?: string
  bodyClass?: string
  head?: Value
  /** `QAPage` and the like, on the root. */
  type?: string
}

/** A whole page around its main part. */
export function page(
  scene: Scene,
  main: Value,
  { site, bodyClass, head, type }: Frame = {},
): Markup {
  const { language, voice, heading } = scene
  const name = site ?? scene.word()
  const title = scene.random.pick([heading, `${heading} - ${name}`, `${heading} | ${name}`])
  const direction = voice.writer.direction === 'rtl' && markup` dir="rtl"`
  const stated = type !== undefined && markup` itemscope itemtype="https://schema.org/${type}"`
  return markup`<html lang="${language}"${direction}${stated}>
<head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width, initial-scale=1">${head}</head>
<body${bodyClass !== undefined && markup` class="${bodyClass}"`}>
${main}
</body></html>`
}

/** A bar of links at the top. */
export function topBar(scene: Scene, site: string, className = 'navbar'): Markup {
  const { l } = scene
  const links = [l.home, l.posts, l.member, l.search].map((text) => scene.out(text, 'site'))
  return markup`<header class="${className}"><a class="logo" href="/">${scene.out(site, 'site')}</a><nav><ul>${links.map(
    (text, index) => markup`<li><a href="/p${index}">${text}</a></li>`,
  )}</ul></nav><form action="/search"><input type="search" name="q" placeholder="${l.search}…"></form><a href="/login" class="login-link">${l.login}</a></header>`
}

/** Lines at the end of a page. */
export function bottom(scene: Scene, site: string, className = 'site-footer'): Markup {
  const text = scene.out(`© 2025 ${site}`, 'site')
  return markup`<footer class="${className}"><ul><li><a href="/about">About</a></li><li><a href="/privacy">Privacy</a></li><li><a href="/terms">Terms</a></li></ul><p>${text}</p></footer>`
}

/** Other threads, some with the names of those who wrote last. */
export function relatedBox(scene: Scene, className = 'related-topics'): Markup {
  const { random, l } = scene
  const items = random.times(random.int(3, 6), () => {
    const title = scene.out(scene.phrase(), 'related')
    const { name, handle } = scene.person()
    const last =
      random.chance(0.6) &&
      markup` <span class="last-by">${l.by} <a href="/u/${handle}">${scene.out(name, 'related')}</a></span>`
    return markup`<li><a href="/t/${random.int(100, 9999)}">${title}</a>${last}</li>`
  })
  return markup`<aside class="${className}"><h4>${scene.out(l.related)}</h4><ul>${items}</ul></aside>`
}

/** Who writes just now, where somebody does. */
export function typingLine(scene: Scene, className = 'typing-indicator'): Value {
  if (!scene.random.chance(0.3)) return undefined
  const line = scene.out(scene.l.typing.replace('#', scene.person().name))
  return markup`<div class="${className}" aria-live="polite">${line}</div>`
}
