import { TRAIN_FRAMES } from '../../pages/train/frames.ts'
import { TRAIN_TONGUES } from '../../pages/train/tongues.ts'
import type { Ground } from '../make-page.ts'
import { TRAIN_SAYING } from './saying.ts'

/** What pages to learn from are made of. */
export const TRAIN_FACTS: Ground = {
  tongues: TRAIN_TONGUES,
  frames: TRAIN_FRAMES,
  saying: TRAIN_SAYING,
  seed: 9503,
  site: 'https://www.harbour.example',
}
