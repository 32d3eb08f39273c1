import { describe, expect, test } from 'vitest'
import { hasUnfilledParts } from '../../../../src/extract/walls/component-signs.ts'

const TEXT = '<p>The harbour office keeps a ledger of every boat that enters.</p>'

describe('places that a script fills on load', () => {
  test.each([
    '<x-article></x-article>',
    '<app-shell data-id=1> </app-shell>',
    '<div hx-get="/list" hx-trigger="load"></div>',
    '<div data-hx-get="/list" data-hx-trigger="revealed"></div>',
    '<main x-data="{items: []}"><template x-for="i in items"><li x-text="i"></li></template></main>',
    '<span x-text="name"></span>',
    '<div id=a v-cloak><p>{{ title }}</p></div>',
    '<div ng-app="shop"><p ng-bind="name"></p></div>',
    '<ul data-bind="foreach: items"><li data-bind="text: name"></li></ul>',
    '<div data-reactroot=""></div>',
    '<div data-react-class="List" data-react-props="{&quot;a&quot;:1}"></div>',
    '<turbo-frame id=list src="/list"></turbo-frame>',
    '<astro-island client="only"></astro-island>',
    '<section aria-busy="true"></section>',
    `<template id=story>${TEXT.repeat(2)}</template>`,
    '<p>{{ story.title }}</p>',
  ])('%s', (html) => {
    expect(hasUnfilledParts(`<body>${TEXT}${html}<script src=a.js></script></body>`, 60)).toBe(true)
  })

  test.each([
    TEXT,
    '<share-button></share-button><relative-time></relative-time>',
    '<x-article><p>Words of its own.</p></x-article>',
    '<template shadowrootmode=open><p>Words that are shown as they are, and many of them at that.</p></template>',
    '<script>const t = "<p>{{ story.title }}</p><x-article></x-article>"</script>',
    '<div hx-get="/list" hx-trigger="click"></div>',
    '<h2 class="body-copy v-text heading">Words of its own.</h2>',
    '<p title="set v-cloak or x-text=a">Words of its own.</p>',
    '<app-feature-meta name=a></app-feature-meta><mjx-math></mjx-math>',
    '<div data-react-component="AlertBanners"></div>',
    '<footer><country-selector v-cloak></country-selector></footer>',
    '<nav><template x-for="i in items"><a x-text="i"></a></template></nav>',
  ])('none in %s', (html) => {
    expect(hasUnfilledParts(`<body>${html}</body>`, 60)).toBe(false)
  })

  test('of a page with much text only what a library fills counts, and of a long one nothing', () => {
    const component = '<x-article></x-article>'
    const filled = '<div hx-get="/list" hx-trigger="load"></div>'
    const bound = '<ul><template x-for="i in items"><li x-text="i"></li></template></ul>'
    const of = (proseChars: number) =>
      [component, bound, filled].map((html) => hasUnfilledParts(html, proseChars))
    expect(of(1_000)).toEqual([false, true, true])
    expect(of(1_400)).toEqual([false, false, true])
    expect(of(3_000)).toEqual([false, false, false])
  })

  test('hostile markup takes no longer than its length says', () => {
    for (const piece of [
      '<script>',
      '<template>',
      '<x-a ',
      '<p data-react-class="',
      '<p>{{ a',
      '<x-a>',
      '<p "',
      '<nav><x-a></x-a>',
    ]) {
      expect(hasUnfilledParts(piece.repeat(20_000), 60)).toBe(false)
    }
  })
})
