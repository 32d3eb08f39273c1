import { isInked, type TextState } from './inks.ts'
import type { Painting } from './layers.ts'
import {
  type Box,
  LINE_MIN_PX,
  onPage,
  type Region,
  type Regions,
  shareIn,
  SLIDES,
} from './regions.ts'
import { OPACITY_MIN } from './shapes.ts'
import { styleOf } from './styles.ts'

const LETTER_MIN_SHARE = 0.1
/** Part of a text that is enough to be told what it is. */
const SHARE_MIN = 0.15
const RECTS_MAX_COUNT = 200

/** Regions and painting, by which the letters of a text are visible or not. */
export interface Sight {
  regions: Regions
  painting: Painting
}

const range = document.createRange()

/**
 * Whether somebody who looks at a page as it is laid out sees the letters of a text: it has a place, is large enough to be read, is not
 * cut away, lies on top, and its ink is not that of its ground. What lies on top is only asked where something else is painted, or
 * bent, as hardly any text is.
 */
export function isTextSeen(
  text: Text,
  element: Element,
  state: TextState,
  { regions, painting }: Sight,
): boolean {
  const letters = text.data.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  if (letters === 0 || element.closest('math')) return true
  const style = styleOf(element)
  if (style.visibility !== 'visible' || state.opacity < OPACITY_MIN) return false
  if (!/^(?:none)?$/.test(style.getPropertyValue('-webkit-text-security'))) return false
  const boxes = boxesOf(text)
  const [first] = boxes
  if (!first || !isReadable(boxes, letters)) return false
  const region = regions.of(element)
  if (shareIn(boxes, region) < SHARE_MIN) return regions.isMovable(element)
  let stack: readonly Element[] | undefined
  if (state.isBent || boxes.some((box) => painting.isMixed(element, box))) {
    const spots = spotsOf(boxes, region)
      .map((spot) => painting.at(element, spot, region))
      .filter((layers) => layers !== undefined)
    const known = spots.filter((layers) => layers !== false)
    if (spots.length > 0 && known.length === 0) return false
    const isCovered =
      known.length > 0 && known.every(({ above }) => above.some((one) => painting.covers(one)))
    if (isCovered && !element.closest(SLIDES)) return false
    stack = known[0]?.below
  }
  if (painting.isPaintedOver(element, first) && !element.closest(SLIDES)) return false
  return isInked(element, state, stack, boxes.length === 1)
}

function boxesOf(text: Text): Box[] {
  range.selectNodeContents(text)
  return [...range.getClientRects()].slice(0, RECTS_MAX_COUNT).map(onPage)
}

/** Whether lines are high enough, and letters not all in one place. */
function isReadable(boxes: readonly Box[], letters: number): boolean {
  let thick = 0
  let along = 0
  for (const { left, top, right, bottom } of boxes) {
    thick = Math.max(thick, Math.min(right - left, bottom - top))
    along += Math.max(right - left, bottom - top)
  }
  if (thick < LINE_MIN_PX) return false
  return boxes.length >= RECTS_MAX_COUNT || along >= letters * thick * LETTER_MIN_SHARE
}

/** Points of a text in its region: of its first and last line, in the middle and at its ends. */
function spotsOf(boxes: readonly Box[], region: Region): { x: number; y: number }[] {
  return [boxes[0], boxes.at(-1)].flatMap((box) => {
    if (!box) return []
    const left = Math.max(box.left, region.left)
    const right = Math.min(box.right, region.right)
    const y = (Math.max(box.top, region.top) + Math.min(box.bottom, region.bottom)) / 2
    return [0.5, 0.1, 0.9].map((share) => ({ x: left + (right - left) * share, y }))
  })
}
