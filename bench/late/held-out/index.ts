import type { LateHalf } from '../page.ts'
import { HELD_OUT_CONTROLS } from './controls.ts'
import { HELD_OUT_COUNTERS } from './counters.ts'
import { HELD_OUT_DETECTING } from './detecting.ts'
import { HELD_OUT_INTERFACES } from './interfaces.ts'
import { HELD_OUT_PLACEHOLDERS } from './markup.ts'
import { HELD_OUT_COMPONENTS } from './silent-components.ts'
import { HELD_OUT_FOLDED } from './silent-folded.ts'
import { HELD_OUT_SHOWN } from './silent-shown.ts'
import { HELD_OUT_BROWSERS } from './ways-of-browsers.ts'
import { HELD_OUT_FRAMEWORKS } from './ways-of-frameworks.ts'

/** What pages that nothing is tuned on are made of. */
export const HELD_OUT_LATE: LateHalf = {
  seed: 6203,
  placeholders: HELD_OUT_PLACEHOLDERS,
  ways: [...HELD_OUT_FRAMEWORKS, ...HELD_OUT_BROWSERS],
  controls: HELD_OUT_CONTROLS,
  counters: HELD_OUT_COUNTERS,
  silent: [...HELD_OUT_SHOWN, ...HELD_OUT_COMPONENTS, ...HELD_OUT_FOLDED],
  interfaces: HELD_OUT_INTERFACES,
  detecting: HELD_OUT_DETECTING,
}
