// @module-tag full
import { expect, test } from 'vitest'
import type { OperationError } from '../../../src/contract/errors.ts'
import { extractRendered } from '../../../tools/web/extract-rendered.ts'
import { callWith } from '../../support/call.ts'
import { renderGiven } from '../../support/renderer.ts'

const url = 'https://example.com/'
const html = `<html><head><title>Story</title></head><body><article><h1>Story</h1>${'<p>A paragraph of the story of the harbour, long enough to be one.</p>'.repeat(30)}</article></body></html>`

test('a page is always rendered, in parts where it is long', async () => {
  await using caller = callWith()
  const browser = renderGiven({ html })
  Object.assign(caller.services, { browser })
  const first = await caller.call(extractRendered, { url, maxChars: 500, waitFor: '200' })
  expect(first).toMatchObject({ title: 'Story', rendered: true, truncated: true })
  const cursor = String(first['nextCursor'])
  const second = await caller.call(extractRendered, { url, maxChars: 500, waitFor: '200', cursor })
  expect(second['markdown']).toContain('A paragraph of the story')
  // The second part is of the same page.
  expect(browser.requests.map(({ options }) => options.waitFor)).toEqual(['200'])
})

test('the cursor of another call is refused, and so is a call that may not render', async () => {
  await using caller = callWith()
  Object.assign(caller.services, { browser: renderGiven({ html }) })
  const codeOf = async (input: object) =>
    caller.call(extractRendered, { url, ...input }).catch((error: OperationError) => error.code)
  const { nextCursor } = await caller.call(extractRendered, { url, maxChars: 500 })
  expect(await codeOf({ cursor: nextCursor, selector: 'p' })).toBe('invalid_input')
  Object.assign(caller.services, {
    browser: renderGiven({ html }, { isOpen: false, isSold: true }),
  })
  expect(await codeOf({})).toBe('forbidden')
  expect(extractRendered.price).toBe('0.004')
})
