/** Attributes of one element, names in lower case, values decoded. */
export type Attributes = Readonly<Record<string, string>>

/** Longest inline style that is read; what follows cannot hide an element. */
const STYLE_MAX_CHARS = 2000

const HIDING_STYLE =
  /(?:^|[;\s])(?:display:none|visibility:(?:hidden|collapse)|content-visibility:hidden)/

/** Styles that pages also use on content which a script then fades or slides in. */
const TRANSIENT_STYLE =
  /(?:^|[;\s])(?:opacity:(?:0+\.?0*|\.0+)(?:[;!%]|$)|font-size:(?:0+\.?0*|\.0+)(?:px|em|rem|pt|%)?(?:[;!]|$)|(?:text-indent|left|top|right|margin-left):-(?:\d{4,}px|\d{3,}(?:em|rem|vw|%))|clip:rect\((?:0|1)(?:px)?[ ,]|clip-path:inset\((?:50|100)%|transform:scale\(0\)|(?:max-)?(?:height|width):0(?:px)?(?:[;!].*overflow:hidden))/

/**
 * Whether a reader sees the element, as far as its own attributes tell. `hidden`: `hidden`, `aria-hidden`
 * and styles that take it off the page. `perhaps`: no size, no opacity, outside of the window, or text in
 * the colour of its background; and the parts of a page that React streams and puts in place later.
 */
export function visibility(attributes: Attributes): 'visible' | 'perhaps' | 'hidden' {
  const { hidden } = attributes
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') {
    return /^S:[\da-f]{1,4}$/.test(attributes['id'] ?? '') ? 'perhaps' : 'hidden'
  }
  if (attributes['aria-hidden']?.toLowerCase() === 'true') return 'hidden'
  const style = attributes['style']
  return style === undefined ? 'visible' : visibilityOfStyle(style.slice(0, STYLE_MAX_CHARS))
}

/** True for elements that are or may be hidden. */
export function isHidden(attributes: Attributes): boolean {
  return visibility(attributes) !== 'visible'
}

function visibilityOfStyle(style: string): 'visible' | 'perhaps' | 'hidden' {
  const canonical = style
    .toLowerCase()
    .replaceAll(/\/\*[^*]*\*\//g, '')
    .replaceAll(/\s*([:;,])\s*/g, '$1')
    .trim()
  if (HIDING_STYLE.test(canonical)) return 'hidden'
  return TRANSIENT_STYLE.test(canonical) || hasColourOfItsBackground(canonical)
    ? 'perhaps'
    : 'visible'
}

function hasColourOfItsBackground(style: string): boolean {
  const colour = /(?:^|;)color:([^;!]+)/.exec(style)?.[1]?.trim()
  if (colour === undefined) return false
  if (colour === 'transparent') return true
  return /(?:^|;)background(?:-color)?:([^;!]+)/.exec(style)?.[1]?.trim() === colour
}
