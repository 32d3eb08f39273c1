import type { Attack } from './attack.ts'
import { start as bombs } from './bombs.ts'
import { start as heavyPdfs } from './heavy-pdfs.ts'
import { start as largeBodies } from './large-bodies.ts'
import { start as pollFlood } from './poll-flood.ts'
import { start as renderedBombs } from './rendered-bombs.ts'
import { start as sessionFlood } from './session-flood.ts'
import { start as slowPages } from './slow-pages.ts'
import { start as uploadFlood } from './upload-flood.ts'

/** One hostile caller of each kind. */
export const ATTACKS = {
  'slow-pages': slowPages,
  'heavy-pdfs': heavyPdfs,
  bombs,
  'large-bodies': largeBodies,
  'session-flood': sessionFlood,
  'poll-flood': pollFlood,
  'rendered-bombs': renderedBombs,
  'upload-flood': uploadFlood,
} satisfies Record<string, Attack>

/** Where the pages lie that they read, but for those that never end. */
export const PAGES_READ: Partial<Record<AttackName, readonly string[]>> = {
  'heavy-pdfs': ['/pdf/'],
  bombs: ['/html/', '/xml/', '/pdf/inflating'],
}

/** Their names; also those of the hostile people. */
export type AttackName = keyof typeof ATTACKS
export const ATTACK_NAMES = Object.keys(ATTACKS) as AttackName[]
