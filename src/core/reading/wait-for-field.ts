import { z } from 'zod'
import { WAIT_FOR_MAX_MS } from '../../contract/browser.ts'
import { SELECTOR_MAX_CHARS } from '../../extract/limits.ts'
import { isSelector } from '../../extract/selectors.ts'

/** What to wait for on a page in a browser, as callers write it: a CSS selector, or milliseconds. */
export const waitForField = z
  .string()
  .refine(
    isWaitFor,
    `a CSS selector, such as .price, or milliseconds up to ${WAIT_FOR_MAX_MS}, such as 3000`,
  )
  .optional()
  .describe('CSS or ms.')

function isWaitFor(text: string): boolean {
  if (/^\d+$/.test(text)) return Number(text) <= WAIT_FOR_MAX_MS
  return text.length <= SELECTOR_MAX_CHARS && isSelector(text)
}
