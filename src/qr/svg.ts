import type { Modules } from './encode.ts'

/** How an SVG is drawn: colours as `#rgb` or `#rrggbb`, the margin in modules, the edge in pixels. */
export interface SvgLook {
  dark: string
  light: string
  margin: number
  /** Without it, the image takes the room it gets. */
  size: number | undefined
}

/** An SVG of one line for each stretch of dark modules. */
export function writeSvg({ size: count, data }: Modules, look: SvgLook): string {
  const across = count + 2 * look.margin
  let path = ''
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      const from = column
      while (column < count && data[row * count + column] === 1) column += 1
      if (column > from)
        path += `M${from + look.margin} ${row + look.margin + 0.5}h${column - from}`
    }
  }
  const edge = look.size === undefined ? '' : `width="${look.size}" height="${look.size}" `
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${edge}viewBox="0 0 ${across} ${across}" shape-rendering="crispEdges">` +
    `<path fill="${longHex(look.light)}" d="M0 0h${across}v${across}H0z"/>` +
    `<path stroke="${longHex(look.dark)}" d="${path}"/></svg>\n`
  )
}

function longHex(hex: string): string {
  return hex.length === 4 ? hex.replaceAll(/[0-9a-f]/gi, '$&$&') : hex
}
