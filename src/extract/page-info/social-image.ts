import { addressOf, type LinkedData } from './json-ld.ts'
import type { MainEntities } from './main-entity.ts'
import { absoluteAddress } from './page-address.ts'
import type { PageScan } from './scan/page-scan.ts'

const imageMetas = [
  'og:image:secure_url',
  'og:image',
  'og:image:url',
  'twitter:image',
  'twitter:image:src',
  'image',
  'thumbnailurl',
  'parsely-image-url',
  'sailthru.image.full',
]

/** Drawings and icons, which no card shows. */
const UNSHOWN = /\.(?:svgz?|ico)$/i

function shownAddress(value: string, base: string): string {
  const address = absoluteAddress(value, base)
  return address === '' || UNSHOWN.test(new URL(address).pathname) ? '' : address
}

/** Absolute address of the image of the page's social card; empty when it names none that a card can show. */
export function findImage(
  scan: PageScan,
  data: LinkedData,
  entities: MainEntities,
  base: string,
): string {
  for (const key of imageMetas) {
    for (const value of scan.metas.get(key) ?? []) {
      const address = shownAddress(value, base)
      if (address !== '') return address
    }
  }
  const linked = scan.links.find((link) => link.rel.includes('image_src'))
  const fromLink = shownAddress(linked?.href ?? '', base)
  if (fromLink !== '') return fromLink
  for (const { value } of [...entities.articles, ...entities.works, ...entities.pages]) {
    const address = shownAddress(addressOf(data, value['image'] ?? value['thumbnailUrl']), base)
    if (address !== '') return address
  }
  return ''
}
