import { escaped, type Sheet, slug } from '../../pages/sheet.ts'
import type { Check, Sample, Samples } from '../page.ts'

const BLANK = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** Writes a picture by its address and text. */
type Write = (address: string, alt: string) => string

function shown(sheet: Sheet, write: Write): Sample {
  const checks: Check[] = []
  const figures = sheet.random.times(2, (at) => {
    const [address, alt] = [
      `/wp-content/uploads/2024/0${at + 3}/${slug(sheet.random)}.jpg`,
      sheet.title(),
    ]
    checks.push({ is: 'image', address, alt })
    const caption = sheet.random.chance(0.5)
      ? `<figcaption class="wp-element-caption">${sheet.keep('caption', sheet.sentence())}</figcaption>`
      : ''
    return `<figure class="wp-block-image size-large">${write(address, escaped(alt))}${caption}</figure>\n<p>${sheet.prose(2)}</p>`
  })
  return { main: figures.join('\n'), checks }
}

const kind = (...writes: readonly Write[]): ((sheet: Sheet) => Sample)[] =>
  writes.map((write) => (sheet) => shown(sheet, write))

/** Pictures in pages to learn from. */
export const TRAIN_PICTURES = {
  'picture: img': kind(
    (address, alt) =>
      `<img decoding="async" width="1024" height="683" src="${address}" alt="${alt}" class="wp-image-41" srcset="${address} 1024w, ${address.replace('.jpg', '-300x200.jpg')} 300w" sizes="(max-width: 1024px) 100vw, 1024px" />`,
  ),
  'picture: picture element': kind(
    (address, alt) =>
      `<picture><source type="image/webp" srcset="${address}.webp"><img src="${address}" alt="${alt}" loading="lazy"></picture>`,
  ),
  'picture: noscript': kind(
    (address, alt) =>
      `<img class="lazyload no-js-hidden" alt="" width="687" height="460"><noscript><img src="${address}" alt="${alt}"></noscript>`,
    (address, alt) =>
      `<div class="progressiveMedia js-progressiveMedia"><canvas class="progressiveMedia-canvas"></canvas><noscript class="js-progressiveMedia-inner"><img class="progressiveMedia-noscript" src="${address}" alt="${alt}"></noscript></div>`,
    (address, alt) =>
      `<img src="${BLANK}" alt="${alt}" class="rocket-lazy"><noscript><img src="${address}" alt="${alt}" width="800" height="600"></noscript>`,
  ),
  'picture: object': kind(
    (address, alt) =>
      `<object data="${address}" type="image/jpeg" width="600" aria-label="${alt}"></object>`,
    (address, alt) => `<object data="${address}" type="image/jpeg">${alt}</object>`,
  ),
  'picture: object with img': kind(
    (address, alt) =>
      `<object data="${address.replace('.jpg', '.svg')}" type="image/svg+xml"><img src="${address}" alt="${alt}"></object>`,
  ),
  'picture: amp-img': kind(
    (address, alt) =>
      `<amp-img src="${address}" width="800" height="533" layout="responsive" alt="${alt}" class="i-amphtml-element"></amp-img>`,
    (address, alt) =>
      `<amp-img alt="${alt}" src="${address}" width="300" height="200"><noscript><img src="${address}" alt="${alt}"></noscript></amp-img>`,
  ),
  'picture: lazy data': kind(
    (address, alt) => `<img class="lazyload" src="${BLANK}" data-src="${address}" alt="${alt}">`,
    (address, alt) =>
      `<img src="/wp-content/plugins/a3-lazy-load/lazy_placeholder.gif" data-lazy-src="${address}" alt="${alt}" class="lazy lazy-hidden">`,
    (address, alt) =>
      `<img data-original="${address}" alt="${alt}" class="lazy" width="600" height="400">`,
    (address, alt) =>
      `<img data-srcset="${address} 1200w" data-sizes="auto" class="lazyload" alt="${alt}">`,
  ),
  '+ picture: tracking pixel': [
    (sheet: Sheet): Sample => {
      const address = `https://stats.harbour.example/px?id=${sheet.random.int(1, 99)}`
      return {
        main: `<p>${sheet.prose(2)}</p><noscript><img height="1" width="1" style="display:none" alt="" src="${address}"/></noscript>`,
        checks: [{ is: 'noImage', address }],
      }
    },
  ],
} satisfies Partial<Samples>
