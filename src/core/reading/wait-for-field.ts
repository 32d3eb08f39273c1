import { z } from 'zod'
import { WAIT_FOR_MAX_MS } from '../../contract/browser.ts'
import { SELECTOR_MAX_CHARS } from '../../extract/limits.ts'
import { isSelector } from '../../extract/selectors/selectors.ts'

const waitFor = z
  .string()
  .refine(
    isWaitFor,
    `a CSS selector, such as .price, or milliseconds up to ${WAIT_FOR_MAX_MS}, such as 3000`,
  )

/** What to wait for on a page in a browser, as callers write it: a CSS selector, or milliseconds, as text or as a number. */
export const waitForField = z
  .preprocess((given) => (isCount(given) ? String(given) : given), waitFor)
  .optional()
  .describe('Wait for a CSS selector or milliseconds.')

function isCount(given: unknown): given is number {
  return Number.isSafeInteger(given) && Number(given) >= 0
}

function isWaitFor(text: string): boolean {
  if (/^\d+$/.test(text)) return Number(text) <= WAIT_FOR_MAX_MS
  return text.length <= SELECTOR_MAX_CHARS && isSelector(text)
}
