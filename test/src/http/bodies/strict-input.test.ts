import { expect, test } from 'vitest'
import { operations } from '../../../../tools/index.ts'
import { callWith } from '../../../support/call.ts'
import { startHttpServer } from '../../../support/http-server.ts'
import { echo } from '../../../support/operations.ts'
import { renderGiven } from '../../../support/renderer.ts'

test.each([
  ['/extract', { url: 'example.com' }, 'url'],
  ['/extract', { url: 'https://a.example/', maxChars: '2000' }, 'maxChars'],
  ['/extract', { url: 'https://a.example/', exclude: '.nav' }, 'exclude'],
  ['/extract', { url: 'https://a.example/', selector: null }, 'selector'],
  ['/echo', { text: 5 }, 'text'],
])('over HTTP %s takes %j as it is, and says what is right', async (path, body, field) => {
  await using server = await startHttpServer({ operations: [...operations, echo] })
  const response = await fetch(server.url + path, { method: 'POST', body: JSON.stringify(body) })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    error: {
      code: 'invalid_input',
      retryable: false,
      message: expect.stringMatching(new RegExp(`^${field}: expected .*for example`)),
      hint: expect.stringContaining(field),
      fields: { problems: { [field]: [expect.any(String)] } },
      requestId: response.headers.get('x-request-id'),
    },
  })
})

test.each([
  [500, '500'],
  ['500', '500'],
  ['.price > b', '.price > b'],
])('over HTTP a page is waited for by %j', async (waitFor, meant) => {
  await using caller = callWith()
  const browser = renderGiven({})
  const services = { ...caller.services, browser }
  await using server = await startHttpServer({ operations, services })
  const ask = async (value: unknown) =>
    fetch(`${server.url}/screenshot`, {
      method: 'POST',
      body: JSON.stringify({ url: 'https://a.example/', waitFor: value }),
    })
  expect((await ask(waitFor)).status).toBe(200)
  expect(browser.requests.map(({ options }) => options.waitFor)).toEqual([meant])
  for (const wrong of [8_001, -1, 1.5, '9000', '][', true]) {
    expect((await ask(wrong)).status, String(wrong)).toBe(400)
  }
})

test('over HTTP an unknown field is ignored, so that newer clients can talk to older servers', async () => {
  await using server = await startHttpServer({ operations: [echo] })
  const body = JSON.stringify({ text: 'a', Times: 3, colour: 'red' })
  const response = await fetch(`${server.url}/echo`, { method: 'POST', body })
  expect(await response.json()).toEqual({ text: 'a', caller: null })
})
