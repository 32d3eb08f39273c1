/** A colour as red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number]

/** Colours of a code unless asked otherwise. */
export const DEFAULT_DARK = '#000000'
export const DEFAULT_LIGHT = '#ffffff'

/** `#rgb` or `#rrggbb`. */
export const HEX_COLOUR = /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/

/** Reads a colour of the form `HEX_COLOUR`. */
export function readColour(hex: string): Rgb {
  const digits = hex.length === 4 ? hex.replaceAll(/[0-9a-f]/gi, '$&$&') : hex
  const value = Number.parseInt(digits.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/**
 * How much lighter `light` is than `dark`: the contrast ratio of WCAG 2.2, from 1 to 21. Below 1 when
 * `light` is the darker one, which many scanners do not read.
 */
export function contrast(dark: Rgb, light: Rgb): number {
  return (luminance(light) + 0.05) / (luminance(dark) + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const part = channel / 255
  return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
