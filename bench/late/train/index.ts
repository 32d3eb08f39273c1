import type { LateHalf } from '../page.ts'
import { TRAIN_CONTROLS } from './controls.ts'
import { TRAIN_COUNTERS } from './counters.ts'
import { TRAIN_DETECTING, TRAIN_INTERFACES } from './interfaces.ts'
import { TRAIN_PLACEHOLDERS } from './markup.ts'
import { TRAIN_SILENT } from './silent.ts'
import { TRAIN_WAYS } from './ways.ts'

/** What pages to learn from are made of. */
export const TRAIN_LATE: LateHalf = {
  seed: 5001,
  placeholders: TRAIN_PLACEHOLDERS,
  ways: TRAIN_WAYS,
  controls: TRAIN_CONTROLS,
  counters: TRAIN_COUNTERS,
  silent: TRAIN_SILENT,
  interfaces: TRAIN_INTERFACES,
  detecting: TRAIN_DETECTING,
}
