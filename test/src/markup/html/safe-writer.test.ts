import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { describe, expect, test } from 'vitest'
import { harmlessHtml } from '../../../../src/convert/html/harmless.ts'
import { writeSafeHtml } from '../../../../src/feed/safe-html.ts'

/** What may become code, a request or a form, in pieces that a generator puts together. */
const PIECES = [
  ...'script style svg math mtext template noscript textarea title iframe object form select option plaintext xmp table td p b a pre'
    .split(' ')
    .flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} `, `<${name}/>`]),
  ...'<!-- --> --!> <![CDATA[ ]]> <? < > / = " \' & &lt; &gt; &quot; &#x0; \0 \n x'.split(' '),
  '<img src=x onerror=alert(1)>',
  '<a href="java\nscript:alert(1)">',
  '<a href=data:text/html,x>',
  '<a href="&#1;javascript:alert(1)">',
  '<input type=text>',
  '<input type=CHECKBOX checked>',
  '<p style="text-align:left;background:url(//x)">',
  '<td style="text-align:center">',
  '<div id=location class=x>',
  '" onmouseover="alert(1)',
]

type Node = DefaultTreeAdapterTypes.ChildNode

/** All elements that a browser would make of HTML. */
function elementsOf(html: string): DefaultTreeAdapterTypes.Element[] {
  const found: DefaultTreeAdapterTypes.Element[] = []
  const walk = (nodes: readonly Node[]): void => {
    for (const node of nodes) {
      if (!('tagName' in node)) continue
      found.push(node)
      walk(node.childNodes)
    }
  }
  walk(parseFragment(html).childNodes)
  return found
}

const ACTIVE =
  /^(?:script|style|svg|math|template|noscript|textarea|title|iframe|object|form|select|option|plaintext|xmp|link|meta|base|embed)$/

/** What of an element must not be shown to anybody. */
function dangersOf({ tagName, attrs }: DefaultTreeAdapterTypes.Element): string[] {
  const type = attrs.find(({ name }) => name === 'type')?.value
  const isField = tagName === 'input' && type?.toLowerCase() !== 'checkbox'
  const dangers = ACTIVE.test(tagName) || isField ? [tagName] : []
  return [...dangers, ...attrs.filter(isDanger).map(({ name, value }) => `${name}=${value}`)]
}

function isDanger({ name, value }: { name: string; value: string }): boolean {
  if (name === 'style') return !/^text-align:\w+$/.test(value)
  if (name !== 'href' && name !== 'src') {
    return /^(?:on|srcset$|action$|formaction$|class$|id$)/.test(name)
  }
  return !/^(?:https?|mailto|tel):$/.test(new URL(value, 'https://a.example/').protocol)
}

describe.each([
  ['convert', harmlessHtml],
  ['feeds', (html: string) => writeSafeHtml(html, 'https://a.example/')],
])('what %s writes of hostile HTML', (_, write) => {
  const hostile = fc.array(fc.constantFrom(...PIECES), { maxLength: 24 })

  test('holds nothing that runs, asks or takes the place of something, as browsers read it', () => {
    fc.assert(
      fc.property(hostile, (pieces) => {
        expect(elementsOf(write(pieces.join(''))).flatMap(dangersOf)).toEqual([])
      }),
      { numRuns: 3_000 },
    )
  })
})
