import type { Attributes } from '../tokens/attributes.ts'
import { parseDeclarations } from './css-declarations.ts'
import { isInvisibleByCss } from './css-visibility.ts'

/** Declarations that take an element off the page. */
const HIDING = new Map([
  ['display', /^none\b/],
  ['visibility', /^(?:hidden|collapse)\b/],
  ['content-visibility', /^hidden\b/],
])

/** How much a reader sees of an element. */
export type Visibility = 'visible' | 'faded' | 'perhaps' | 'hidden'

/**
 * Whether a reader sees the element, as far as its own attributes tell. `hidden`: `hidden`, `aria-hidden`
 * and styles that take it off the page. `faded`: next to no opacity, from which scripts fade content in.
 * `perhaps`: next to no size, outside of the window, or text in the colour of its background, which pages
 * also use on content that a script then slides in; and the parts of a page that React streams and puts in
 * place later. `ofStyle` may remember what `visibilityOfStyle` found.
 */
export function visibility(
  attributes: Attributes,
  ofStyle: (style: string) => Visibility = visibilityOfStyle,
): Visibility {
  const { hidden } = attributes
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') {
    return isStreamed(attributes) ? 'perhaps' : 'hidden'
  }
  if (attributes['aria-hidden']?.toLowerCase() === 'true') return 'hidden'
  const style = attributes['style']
  return style === undefined ? 'visible' : ofStyle(style)
}

/** Whether this is a part of a page that React streams and a script then puts in place. */
export function isStreamed({ hidden, id }: Attributes): boolean {
  return hidden !== undefined && id !== undefined && /^S:[\da-f]{1,4}$/.test(id)
}

/** No style hides anything without one of these words, spelled out or as an escape. */
const HIDING_WORDS =
  /\\|none|hidden|collapse|opacity|font|zoom|scale|color|fill|left|top|right|bottom|indent|margin|inset|translate|transform|filter|clip/i

/** The same as far as the value of `style` tells. */
export function visibilityOfStyle(style: string): Visibility {
  if (!HIDING_WORDS.test(style)) return 'visible'
  const declarations = parseDeclarations(style)
  if (declarations.some(({ name, value }) => HIDING.get(name)?.test(value))) return 'hidden'
  if (!isInvisibleByCss(declarations)) return 'visible'
  return isInvisibleByCss(declarations.filter(({ name }) => name !== 'opacity'))
    ? 'perhaps'
    : 'faded'
}
