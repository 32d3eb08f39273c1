import { trainBare, TRAIN_FRAMES } from '../../pages/train/frames.ts'
import { TRAIN_TONGUES } from '../../pages/train/tongues.ts'
import type { Ground } from '../make-page.ts'
import { TRAIN_CODE } from './code.ts'
import { TRAIN_PARTS } from './parts.ts'
import { TRAIN_PICTURES } from './pictures.ts'

/** What pages to learn from are made of. */
export const TRAIN_REPAIR: Ground = {
  tongues: TRAIN_TONGUES,
  frames: TRAIN_FRAMES,
  bare: trainBare,
  samples: { ...TRAIN_PICTURES, ...TRAIN_CODE, ...TRAIN_PARTS },
  seed: 9307,
  site: 'https://www.harbour.example/notes/',
}
