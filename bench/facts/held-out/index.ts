import { HELD_OUT_FRAMES } from '../../pages/held-out/frames.ts'
import { HELD_OUT_TONGUES } from '../../pages/held-out/tongues.ts'
import type { Ground } from '../make-page.ts'
import { HELD_OUT_SAYING } from './saying.ts'

/** What pages that nothing is tuned on are made of. */
export const HELD_OUT_FACTS: Ground = {
  tongues: HELD_OUT_TONGUES,
  frames: HELD_OUT_FRAMES,
  saying: HELD_OUT_SAYING,
  seed: 9607,
  site: 'https://mill.example',
}
