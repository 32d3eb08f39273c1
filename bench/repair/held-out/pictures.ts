import { escaped, type Sheet, slug } from '../../pages/sheet.ts'
import type { Check, Sample, Samples } from '../page.ts'

const GREY =
  'data:image/svg+xml;charset=utf-8,%3Csvg xmlns=%27http%3A//www.w3.org/2000/svg%27 viewBox=%270 0 3 2%27/%3E'

/** Writes a picture by its address and text. */
type Paint = (address: string, alt: string) => string

function placed(sheet: Sheet, paint: Paint): Sample {
  const [address, alt] = [
    `https://cdn.mill.example/m/${slug(sheet.random)}-${sheet.random.int(10, 99)}.png`,
    sheet.title(),
  ]
  const picture = paint(address, escaped(alt))
  const main = sheet.random.chance(0.5)
    ? `<div class="kg-card kg-image-card kg-width-wide">${picture}</div><p>${sheet.prose(2)}</p>`
    : `<p>${sheet.prose(2)}</p><p class="pic-line">${picture}</p>`
  const checks: Check[] = [{ is: 'image', address, alt }]
  return { main, checks }
}

const ways = (...paints: readonly Paint[]): ((sheet: Sheet) => Sample)[] =>
  paints.map((paint) => (sheet) => placed(sheet, paint))

/** Pictures in pages that nothing is tuned on. */
export const HELD_OUT_PICTURES = {
  'picture: img': ways(
    (address, alt) => `<img alt="${alt}" title="" src="${address}" border="0">`,
    (address, alt) =>
      `<a href="${address}" class="zoom-in"><img src="${address}" alt="${alt}" class="kg-image" loading="lazy"></a>`,
  ),
  'picture: picture element': ways(
    (address, alt) =>
      `<picture class="pic-set"><source media="(min-width: 40em)" srcset="${address}.avif 1x, ${address}.2x.avif 2x" type="image/avif"><source srcset="${address}.webp" type="image/webp"><img alt="${alt}" src="${address}"></picture>`,
  ),
  'picture: noscript': ways(
    (address, alt) =>
      `<div class="gatsby-pic" style="position:relative"><div aria-hidden="true" style="width:100%"></div><noscript><picture><source srcset="${address}.webp" type="image/webp"/><img loading="lazy" src="${address}" alt="${alt}" style="position:absolute"/></picture></noscript></div>`,
    (address, alt) =>
      `<span class="nxt-img"><span></span><img alt="${alt}" src="${GREY}" decoding="async" data-nimg="fill"/><noscript><img alt="${alt}" src="${address}" decoding="async" data-nimg="fill" loading="lazy"/></noscript></span>`,
    (address, alt) =>
      `<div data-react-pic="1"></div><noscript><img itemprop="image" width="900" src="${address}" alt="${alt}"></noscript>`,
  ),
  'picture: object': ways(
    (address, alt) =>
      `<object type="image/png" data="${address}" title="${alt}" class="diagram-obj"></object>`,
    (address, alt) => `<object type="image/png" data="${address}"><p>${alt}</p></object>`,
  ),
  'picture: object with img': ways(
    (address, alt) =>
      `<object type="image/svg+xml" data="${address}.svg" class="diagram-obj"><img src="${address}" alt="${alt}" width="500"></object>`,
    (address, alt) =>
      `<object data="${address}.avif" type="image/avif"><object data="${address}.webp" type="image/webp"><img src="${address}" alt="${alt}"></object></object>`,
  ),
  'picture: amp-img': ways(
    (address, alt) =>
      `<amp-img alt="${alt}" height="400" width="640" layout="intrinsic" srcset="${address} 640w" src="${address}"></amp-img>`,
    (address, alt) =>
      `<amp-anim src="${address}" alt="${alt}" width="40" height="40"><amp-img placeholder src="${address}" alt="${alt}" width="40" height="40"></amp-img></amp-anim>`,
  ),
  'picture: lazy data': ways(
    (address, alt) => `<img alt="${alt}" src="${GREY}" data-lazy="${address}" class="b-lazy">`,
    (address, alt) =>
      `<img alt="${alt}" data-image="${address}" data-src="${address}" data-load="false" class="sqs-pic">`,
    (address, alt) =>
      `<img class="jetpack-pic" src="${GREY}" data-orig-file="${address}" data-lazy-src="${address}" alt="${alt}">`,
    (address, alt) =>
      `<picture><source data-srcset="${address}.webp" type="image/webp"><img data-src="${address}" alt="${alt}" class="ls-is-cached"></picture>`,
  ),
  '+ picture: tracking pixel': [
    (sheet: Sheet): Sample => {
      const address = `https://count.mill.example/hit.gif?c=${sheet.random.int(100, 999)}`
      return {
        main: `<noscript><div class="hit"><img src="${address}" width="1" height="1" border="0" alt=""></div></noscript><p>${sheet.prose(2)}</p>`,
        checks: [{ is: 'noImage', address }],
      }
    },
  ],
} satisfies Partial<Samples>
