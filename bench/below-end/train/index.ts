import { trainDocs, TRAIN_FRAMES } from '../../pages/train/frames.ts'
import { TRAIN_TONGUES } from '../../pages/train/tongues.ts'
import type { Ground } from '../make-page.ts'
import { TRAIN_BLOCKS } from './blocks.ts'
import { TRAIN_CONTENTS } from './contents.ts'

/** What pages to learn from are made of. */
export const TRAIN_BELOW: Ground = {
  tongues: TRAIN_TONGUES,
  frames: TRAIN_FRAMES,
  docs: trainDocs,
  blocks: TRAIN_BLOCKS,
  contents: TRAIN_CONTENTS,
  seed: 9101,
  site: 'https://www.harbour.example/',
}
