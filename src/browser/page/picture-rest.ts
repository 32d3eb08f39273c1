import { setTimeout as delay } from 'node:timers/promises'

/** Milliseconds between two coarse pictures of a page. */
const LOOK_EVERY_MS = 150

/** How many of them are equal when what is drawn stands. */
const EQUAL_COUNT = 3

/** What a page looks like, and until when it is waited for. */
export interface PictureRest {
  /** A coarse picture; undefined where there is none. */
  capture(): Promise<string | undefined>
  untilMs: number
  sleep?: (ms: number) => Promise<unknown>
}

/** Waits until what a page draws stands: charts and the like have no text by which that is seen. Whether it does. */
export async function pictureRests({
  capture,
  untilMs,
  sleep = delay,
}: PictureRest): Promise<boolean> {
  let before = await capture()
  for (let equal = 1; before !== undefined && performance.now() < untilMs;) {
    await sleep(LOOK_EVERY_MS)
    const picture = await capture()
    equal = picture === before ? equal + 1 : 1
    if (equal >= EQUAL_COUNT) return true
    before = picture
  }
  return false
}
