import { HELD_OUT_FRAMES, heldOutBare } from '../../pages/held-out/frames.ts'
import { HELD_OUT_TONGUES } from '../../pages/held-out/tongues.ts'
import type { Ground } from '../make-page.ts'
import { HELD_OUT_CODE } from './code.ts'
import { HELD_OUT_PARTS } from './parts.ts'
import { HELD_OUT_PICTURES } from './pictures.ts'

/** What pages that nothing is tuned on are made of. */
export const HELD_OUT_REPAIR: Ground = {
  tongues: HELD_OUT_TONGUES,
  frames: HELD_OUT_FRAMES,
  bare: heldOutBare,
  samples: { ...HELD_OUT_PICTURES, ...HELD_OUT_CODE, ...HELD_OUT_PARTS },
  seed: 9411,
  site: 'https://mill.example/pages/',
}
