import type { Frame } from '../pages/frame.ts'
import { randomOf } from '../pages/report.ts'
import { Sheet, slug } from '../pages/sheet.ts'
import type { Tongue } from '../pages/tongue.ts'
import {
  BLOCK_KINDS,
  type BelowPage,
  type BlockKind,
  CONTENT_KINDS,
  type ContentKind,
  type Place,
  type Writing,
} from './page.ts'

/** Where blocks of a kind may stand; others are below or beside. */
const PLACES: Partial<Record<BlockKind, readonly Place[]>> = {
  shortcode: ['inside'],
  calendar: ['inside'],
  keyboard: ['inside', 'below'],
  share: ['inside', 'below'],
  author: ['inside', 'below'],
  promotion: ['inside', 'below', 'beside'],
  newsletter: ['inside', 'below', 'beside'],
  donation: ['inside', 'below'],
  related: ['inside', 'below', 'beside'],
  slider: ['below'],
}
const ANYWHERE: readonly Place[] = ['below', 'beside']
const BLOCKS_MIN = 1
const BLOCKS_MAX = 4
/** Pages of events often offer to save the day. */
const CALENDAR_SHARE = 0.6

/** What one half makes pages of. */
export interface Ground extends Writing {
  tongues: readonly Tongue[]
  frames: readonly Frame[]
  docs: Frame
  seed: number
  /** Where its pages stand. */
  site: string
}

/** Makes a page: kinds of content go round with the number, so do blocks, all else is chosen by the seed. */
export function makeBelowPage(ground: Ground, number: number): BelowPage {
  const random = randomOf(ground.seed, number)
  const kinds = Object.keys(CONTENT_KINDS) as ContentKind[]
  const kind = kinds[number % kinds.length]!
  const tongue = ground.tongues[Math.floor(number / kinds.length) % ground.tongues.length]!
  const sheet = new Sheet(random, tongue)
  const content = ground.contents[kind](sheet)
  const forbidden: readonly BlockKind[] = CONTENT_KINDS[kind]
  const allowed = BLOCK_KINDS.filter((block) => !forbidden.includes(block))
  const parts: Record<Place, string[]> = { inside: [], below: [], beside: [] }
  const blocks = new Set(random.some(allowed, random.int(BLOCKS_MIN, BLOCKS_MAX)))
  if (kind === 'event' && random.chance(CALENDAR_SHARE)) blocks.add('calendar')
  for (const block of blocks) {
    const place = random.pick(PLACES[block] ?? ANYWHERE)
    parts[place].push(random.pick(ground.blocks[block])(sheet))
  }
  const frame = kind === 'docs' ? ground.docs : random.pick(ground.frames)
  const html = frame(sheet, {
    title: sheet.content[0]!.text,
    main: [content, ...parts.inside].join('\n'),
    below: parts.below.join('\n'),
    beside: parts.beside.join('\n'),
  })
  return {
    id: `${kind}-${number}`,
    url: `${ground.site}${slug(random)}`,
    html,
    kind,
    language: tongue.language,
    content: sheet.content,
    noise: sheet.noise,
    neutral: sheet.neutral,
  }
}
