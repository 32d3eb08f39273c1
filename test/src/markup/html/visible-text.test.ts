import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Trait, traitsOf } from '../../../../src/markup/html/tags.ts'
import { visibleText } from '../../../../src/markup/html/visible-text.ts'
import { standardTree } from '../../../support/standard-tree.ts'

const PARTS_WORDS = Trait.block | Trait.void
const LEFT_OUT =
  /^(?:noscript|script|style|template|title|iframe|noembed|noframes|svg|object|audio|video)$/

/** The text that is seen of the tree that the standard makes of HTML, by the same words for what is a block. */
function standardText(html: string): string {
  let text = ''
  let hidden = 0
  for (const { name, attributes, text: more, isEnd } of standardTree(html)) {
    if (name === undefined) text += hidden > 0 ? '' : more
    else {
      const parts = (traitsOf(name) & PARTS_WORDS) !== 0 && name !== 'wbr'
      if (parts && hidden === 0) text += ' '
      const isSeen = !LEFT_OUT.test(name) && !attributes.some((one) => one.name === 'hidden')
      if (hidden > 0 || !isSeen) hidden += isEnd ? -1 : 1
    }
  }
  return tidy(text)
}

function tidy(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

const tags = (names: string): string[] =>
  names.split(' ').flatMap((name) => [`<${name}>`, `</${name}>`])

/** What documents are made of, also wrongly. */
const PIECES = [
  ...tags(
    'p div b i em a span ul ol li dl dt dd h1 h2 blockquote pre section button label u code q center',
  ),
  ...tags('object'),
  '<svg><path/><text>x</text></svg>',
  '<math>y</math>',
  '<ruby>a<rt>b<rp>c</ruby>',
  '<br>',
  '</br>',
  '<hr>',
  '<img alt=x>',
  '<wbr>',
  '<p hidden>',
  '<div/>',
  '</>',
  '< ',
  '<1',
  '&amp',
  '&eacute',
  '&#0;',
  '&notit;',
  '\n',
  ' ',
]
const word = fc.integer({ min: 0, max: 35 ** 2 }).map((number) => `w${number.toString(36)}`)
/** Elements whose content is not read as tags, up to their end; without that it would swallow the next parts of a table. */
const OPAQUE = [
  ...'script style textarea title iframe xmp template noembed noscript'
    .split(' ')
    .map((name) => [`<${name}>`, `</${name}>`] as const),
  ['<!--', '-->'],
  ['<!--', '--!>'],
  ['<!-->', '-->'],
  ['<!', '>'],
  ['<?', '>'],
  ['<![CDATA[', ']]>'],
] as const
const opaque = fc
  .tuple(fc.constantFrom(...OPAQUE), word, word)
  .map(([[begin, end], first, second]) => `${begin}${first}<b>${second}${end}`)
const flow = fc
  .array(fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...PIECES) }, word, opaque), {
    maxLength: 12,
  })
  .map((pieces) => pieces.join(''))
/** Text between the parts of a table is moved before it by the standard, and parts without one vanish: there are none of these. */
const table = fc
  .array(fc.array(flow, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
  .map((rows) => {
    const cells = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}`).join('')}`)
    return `<table>${cells.join('')}</table>`
  })
const page = fc
  .tuple(
    fc.array(fc.oneof({ weight: 3, arbitrary: flow }, table), { maxLength: 4 }),
    fc.constantFrom('', ...OPAQUE.flat()),
    flow,
  )
  .map(([parts, begin, rest]) => `${parts.join('')}${begin}${rest}`)

describe('the visible text of HTML', () => {
  test('is that of the tree that the standard makes', () => {
    fc.assert(
      fc.property(page, (html) => {
        expect(tidy(visibleText(html))).toBe(standardText(html))
      }),
      { numRuns: 2_000 },
    )
  })
})
