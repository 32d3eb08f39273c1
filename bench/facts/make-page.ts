import type { Frame } from '../pages/frame.ts'
import { randomOf } from '../pages/report.ts'
import { escaped, Sheet, slug } from '../pages/sheet.ts'
import type { Tongue } from '../pages/tongue.ts'
import {
  AUTHOR_KINDS,
  AUTHORS_COUNT,
  type AuthorKind,
  DATE_KINDS,
  type DateKind,
  DECOY_KINDS,
  type FactsPage,
  type Saying,
} from './page.ts'

const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(2017, 2, 4)
const DAYS = 3000
const DECOY_SHARE = 0.35
/** Share of pages that name nobody and hold texts of others, with names. */
const SILENT_DECOY_SHARE = 0.8
const EVERY_NTH_THREAD = 12
const MISLEADING_SHARE = 0.5

/** What one half makes pages of. */
export interface Ground {
  tongues: readonly Tongue[]
  frames: readonly Frame[]
  saying: Saying
  seed: number
  /** Where its pages stand, without a path. */
  site: string
}

/** Makes a page: languages and kinds of authors go round with the number, all else is chosen by the seed. */
export function makeFactsPage(ground: Ground, number: number): FactsPage {
  const { tongues, saying, seed } = ground
  const random = randomOf(seed, number)
  const tongue = tongues[number % tongues.length]!
  const sheet = new Sheet(random, tongue)
  const kind = AUTHOR_KINDS[Math.floor(number / tongues.length) % AUTHOR_KINDS.length]!
  const isThread = number % EVERY_NTH_THREAD === EVERY_NTH_THREAD - 1
  const place = placeOf(ground, sheet, isThread)
  const picture = pictureOf(sheet)
  const title = sheet.title()
  sheet.heading = title
  const head = [`<meta property="og:title" content="${escaped(title)}">`, place.head, picture.head]
  const page = isThread ? makeThread(ground, sheet) : makeStory(ground, sheet, kind, title)
  const frame = random.pick(ground.frames)
  const html = frame(sheet, {
    title: escaped(title),
    head: [...head, page.head].join('\n'),
    main: page.main,
  })
  return {
    id: `${isThread ? 'thread' : kind}-${number}`,
    url: place.url,
    html,
    language: tongue.language,
    authorKind: isThread ? 'thread' : kind,
    authors: page.authors,
    dateKind: page.dateKind,
    date: page.date,
    canonicalKind: place.kind,
    canonical: place.canonical,
    imageKind: picture.kind,
    image: picture.image,
    addressType: isThread ? 'forum' : place.type,
  }
  function makeThread({ saying: { thread } }: Ground, of: Sheet): Made {
    const main = `<h1>${escaped(title)}</h1>${thread(of)}`
    return { head: '', main, authors: [], dateKind: 'none', date: '' }
  }
  function makeStory(_: Ground, of: Sheet, as: AuthorKind, heading: string): Made {
    const isInByline = as === 'one, published on'
    const isSilent = as === 'nobody at all'
    const dateKind: DateKind = isInByline ? 'shown' : isSilent ? 'none' : random.pick(DATE_KINDS)
    const day = new Date(FIRST_DAY + random.int(0, DAYS) * DAY_MS)
    const people = of.people((AUTHORS_COUNT[as] ?? 1) + 1)
    const authors = people.slice(0, AUTHORS_COUNT[as] ?? 1)
    const said = saying.authors(of, as, people, of.day(day))
    const dated = isInByline ? {} : saying.dates(of, dateKind, day)
    const hasDecoy = random.chance(authors.length === 0 ? SILENT_DECOY_SHARE : DECOY_SHARE)
    const decoys = hasDecoy ? random.some(DECOY_KINDS, random.int(1, 2)) : []
    const main = [
      `<h1>${escaped(heading)}</h1>`,
      said.shown ?? '',
      dated.shown ?? '',
      of.paragraphs(4),
      ...decoys.map((decoy) => saying.decoys[decoy](of)),
    ].join('\n')
    const date = dateKind === 'none' ? '' : day.toISOString().slice(0, 10)
    return { head: `${said.head ?? ''}${dated.head ?? ''}`, main, authors, dateKind, date }
  }
}

interface Made {
  head: string
  main: string
  authors: readonly string[]
  dateKind: DateKind
  date: string
}

function placeOf(
  { site, saying }: Ground,
  { random }: Sheet,
  isThread: boolean,
): { url: string; head: string; kind: string; canonical: string; type: string } {
  const isMisleading = !isThread && random.chance(MISLEADING_SHARE)
  const [path, type] = isMisleading ? random.pick(saying.addresses) : (['', 'nothing'] as const)
  const url = `${site}/${path}${slug(random)}`
  const linked = (to: string): string => `<link rel="canonical" href="${to}">`
  const told = (to: string): string => `<meta property="og:url" content="${to}">`
  const ways = [
    { kind: 'own', head: linked(url), canonical: url },
    { kind: 'home page, og:url right', head: linked(`${site}/`) + told(url), canonical: url },
    { kind: 'home page alone', head: linked(site), canonical: url },
    { kind: 'another page', head: linked(`${url}-all`) + told(url), canonical: `${url}-all` },
    { kind: 'none', head: '', canonical: url },
  ]
  return { url, type, ...random.pick(ways) }
}

function pictureOf({ random }: Sheet): { head: string; kind: string; image: string } {
  const image = `https://img.example/${slug(random)}.jpg`
  const og = (to: string): string => `<meta property="og:image" content="${to}">`
  const drawing = `https://img.example/${slug(random)}-logo.svg`
  return random.pick([
    { kind: 'og:image', head: og(image), image },
    { kind: 'SVG, then a picture', head: og(drawing) + og(image), image },
    {
      kind: 'SVG, twitter:image a picture',
      head: `${og(drawing)}<meta name="twitter:image" content="${image}">`,
      image,
    },
  ])
}
