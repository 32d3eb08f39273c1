import { HELD_OUT_FRAMES, heldOutDocs } from '../../pages/held-out/frames.ts'
import { HELD_OUT_TONGUES } from '../../pages/held-out/tongues.ts'
import type { Ground } from '../make-page.ts'
import { HELD_OUT_BLOCKS } from './blocks.ts'
import { HELD_OUT_CONTENTS } from './contents.ts'

/** What pages that nothing is tuned on are made of. */
export const HELD_OUT_BELOW: Ground = {
  tongues: HELD_OUT_TONGUES,
  frames: HELD_OUT_FRAMES,
  docs: heldOutDocs,
  blocks: HELD_OUT_BLOCKS,
  contents: HELD_OUT_CONTENTS,
  seed: 9203,
  site: 'https://mill.example/',
}
