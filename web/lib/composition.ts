/** Safari ends a composition before the key that ends it comes: within this time. */
const NEAR_MS = 100

let endedMs = -Infinity

addEventListener('compositionend', ({ timeStamp }) => void (endedMs = timeStamp), true)

/**
 * Whether a key belongs to an input method: it chooses or ends what is composed, such as a word in Japanese, and neither sends nor
 * leaves. Chromium and Firefox tell of it by `isComposing`, Safari by the key code 229, or by the end of the composition a moment ago.
 */
export function isOfComposition(event: KeyboardEvent): boolean {
  if (event.isComposing || event.keyCode === 229) return true
  const isNear = Math.abs(event.timeStamp - endedMs) < NEAR_MS
  if (isNear) endedMs = -Infinity
  return isNear
}
