import { expect, test } from 'vitest'
import type { OperationError } from '../../../src/contract/errors.ts'
import { screenshot } from '../../../tools/web/screenshot.ts'
import { callWith } from '../../support/call.ts'
import { renderGiven } from '../../support/renderer.ts'

const url = 'https://example.com/'

test('a picture comes as a data address, and as an image for models', async () => {
  await using caller = callWith()
  Object.assign(caller.services, { browser: renderGiven({}) })
  const shot = await caller.call(screenshot, { url, width: 640, height: 480, format: 'png' })
  const data = Buffer.from('picture').toString('base64')
  expect(shot).toEqual({
    url,
    title: 'Title',
    width: 640,
    height: 480,
    format: 'png',
    dataUrl: `data:image/png;base64,${data}`,
  })
  const parsed = screenshot.output.parse(shot)
  expect(screenshot.agent?.image?.(parsed)).toEqual({ data, mimeType: 'image/png' })
  expect(screenshot.agent?.text?.(parsed)).not.toContain(data)
})

test('a call that may not have one is told so', async () => {
  await using caller = callWith()
  const refused = async () =>
    caller.call(screenshot, { url }).catch((error: OperationError) => error.code)
  expect(await refused()).toBe('unavailable')
  Object.assign(caller.services, { browser: renderGiven({}, { isOpen: false }) })
  expect(await refused()).toBe('forbidden')
})

test.each([
  { width: 4_000 },
  { height: 5_000 },
  { width: 10 },
  { selector: 'p {' },
  { format: 'gif' },
  { scale: 4 },
  { part: 0 },
  { locale: 'no language' },
  { timeZone: 'Mars/Olympus' },
  { url: 'file:///etc/passwd' },
])('%o is refused', (more) => {
  expect(screenshot.input.safeParse({ url, ...more }).success).toBe(false)
})
