/** Red, green and blue of 255 each, and how opaque it is, of 1. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number]

/** How much two colours may differ, in each channel, that no reader tells apart. */
const ALIKE_MAX = 12

/** A colour as styles write it once they are computed. */
export const COLOR_PATTERN = /(?:rgba?|color|oklab|oklch|lab|lch)\([^)]*\)/g

const TRANSPARENT: Color = [0, 0, 0, 0]
const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
const colors = new Map<string, Color>()

/** The colour that a computed style names. */
export function colorOf(text: string): Color {
  let color = colors.get(text)
  if (!color) {
    color = readColor(text) ?? paintColor(text)
    colors.set(text, color)
  }
  return color
}

function readColor(text: string): Color | undefined {
  const numbers =
    /^rgba?\(([^)]*)\)$/
      .exec(text)?.[1]
      ?.split(/[ ,/]+/)
      .map(Number) ?? []
  const [red, green, blue, alpha = 1] = numbers
  if (red === undefined || green === undefined || blue === undefined) return undefined
  return [red, green, blue, alpha]
}

/** The colour of a notation that is not in numbers of 255, found by painting with it. */
function paintColor(text: string): Color {
  if (!pen) return TRANSPARENT
  pen.clearRect(0, 0, 1, 1)
  pen.fillStyle = '#000'
  pen.fillStyle = text
  pen.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data
  return [red, green, blue, alpha / 255]
}

/** A colour of which each channel is made anew. */
export function eachChannel(
  [red, green, blue, alpha]: Color,
  change: (channel: number, at: 0 | 1 | 2) => number,
): Color {
  return [change(red, 0), change(green, 1), change(blue, 2), alpha]
}

/** Whether nobody tells two colours apart. */
export function isAlike(a: Color, b: Color): boolean {
  return ([0, 1, 2] as const).every((at) => Math.abs(a[at] - b[at]) <= ALIKE_MAX)
}

/** The colour that comes of one that lets another through. */
export function over(top: Color, alpha: number, under: Color): Color {
  const mixed = eachChannel(top, (channel, at) => channel * alpha + under[at] * (1 - alpha))
  return [mixed[0], mixed[1], mixed[2], 1]
}

/** What a background is painted with: its colour, none, that of most of it, or undefined for a picture or several colours. */
export function paintOf(style: CSSStyleDeclaration): Color | undefined {
  const ground = colorOf(style.backgroundColor)
  const { backgroundImage } = style
  if (backgroundImage === 'none') return ground
  // Pictures that come with the page show nothing that is worth a text on them.
  const image = backgroundImage.replaceAll(/url\("data:[^"]*"\)(?:, )?/g, '')
  if (image === '') return ground
  if (!image.includes('gradient(') || image.includes('url(')) return undefined
  const stops = (image.match(COLOR_PATTERN) ?? []).map(colorOf)
  const isSame = (a: Color, b: Color): boolean => isAlike(a, b) && a[3] === b[3]
  const most = stops.find(
    (stop) => stops.filter((other) => isSame(stop, other)).length * 2 > stops.length,
  )
  if (!most) return undefined
  const [red, green, blue] = over(most, most[3], ground)
  return [red, green, blue, Math.max(most[3], ground[3])]
}

const FILTERS: Readonly<Record<string, (channel: number, share: number) => number>> = {
  invert: (channel, share) => channel * (1 - share) + (255 - channel) * share,
  brightness: (channel, share) => Math.min(255, channel * share),
  contrast: (channel, share) => Math.max(0, Math.min(255, (channel - 127.5) * share + 127.5)),
}

/** What a computed `filter` makes of a colour. */
export function filtered(color: Color, filter: string): Color {
  let changed = color
  for (const [, name = '', value] of filter.matchAll(/(\w+)\(([\d.]+)\)/g)) {
    const change = FILTERS[name]
    if (change) changed = eachChannel(changed, (channel) => change(channel, Number(value)))
  }
  return changed
}

const BLENDS: Readonly<Record<string, (top: number, under: number) => number>> = {
  screen: (a, b) => 255 - ((255 - a) * (255 - b)) / 255,
  lighten: Math.max,
  darken: Math.min,
  multiply: (a, b) => (a * b) / 255,
  difference: (a, b) => Math.abs(a - b),
  exclusion: (a, b) => a + b - (2 * a * b) / 255,
  'color-dodge': (a, b) => (b === 0 ? 0 : a === 255 ? 255 : Math.min(255, (b * 255) / (255 - a))),
  'color-burn': (a, b) =>
    b === 255 ? 255 : a === 0 ? 0 : 255 - Math.min(255, ((255 - b) * 255) / a),
}

/** What a computed `mix-blend-mode` makes of a colour over another. */
export function blended(color: Color, mode: string, under: Color): Color {
  const blend = BLENDS[mode]
  return blend ? eachChannel(color, (channel, at) => blend(channel, under[at])) : color
}
