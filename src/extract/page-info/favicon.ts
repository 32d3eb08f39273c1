import { absoluteAddress } from './page-address.ts'
import type { LinkTag } from './scan/page-scan.ts'

const SCALABLE_PIXELS = 100_000
const APPLE_TOUCH_PIXELS = 180
const ICON_PIXELS = 32
const DARK_ONLY_PENALTY_PIXELS = 16

function pixelsOf(link: LinkTag): number {
  if (/svg/i.test(link.type) || /\.svg(?:[?#]|$)/i.test(link.href)) return SCALABLE_PIXELS
  if (link.sizes.toLowerCase() === 'any') return ICON_PIXELS
  const widths = link.sizes
    .slice(0, 200)
    .split(/\s+/)
    .map((size) => Number.parseInt(size, 10))
  const stated = Math.max(0, ...widths.filter((width) => width > 0 && width <= 4096))
  if (stated > 0) return stated
  return link.rel.some((word) => word.startsWith('apple-touch-icon'))
    ? APPLE_TOUCH_PIXELS
    : ICON_PIXELS
}

/**
 * Address of the page's biggest icon: SVG first, then by stated size (an Apple touch icon without one counts as
 * 180 px, any other as 32); `/favicon.ico` of the site when the page names none.
 */
export function findFavicon(links: readonly LinkTag[], base: string, pageUrl: string): string {
  let best = ''
  let bestPixels = 0
  for (const link of links) {
    const isIcon = link.rel.some(
      (word) => word === 'icon' || /^apple-touch-icon(?:-precomposed)?$/.test(word),
    )
    const address = isIcon ? absoluteAddress(link.href, base) : ''
    if (address === '') continue
    const pixels = pixelsOf(link) - (/dark/i.test(link.media) ? DARK_ONLY_PENALTY_PIXELS : 0)
    if (pixels > bestPixels) {
      best = address
      bestPixels = pixels
    }
  }
  return best || absoluteAddress('/favicon.ico', pageUrl)
}
