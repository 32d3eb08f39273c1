import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unfurl } from '../../../tools/web/unfurl.ts'
import { verifies } from '../../requirements/verifies.ts'
import { callWith } from '../../support/call.ts'
import { type PageServer, startPageServer } from '../../support/page-server.ts'

const fixtures = join(import.meta.dirname, '../../fixtures/meta')
const HEAD = `<html><head><meta property="og:title" content="Endless"><style>${'a{}'.repeat(7000)}</style></head>`
const STEP_BYTES = 1024
let server: PageServer
const caller = callWith()
let sentBytes = 0
let sending: Promise<void> | undefined

/** Sends a head at once and then a body that never ends, slowly, counting what it could send. */
async function sendForEver(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/html' })
  response.write(HEAD)
  sentBytes = HEAD.length
  while (!response.destroyed) {
    await nextTurn()
    response.write('x'.repeat(STEP_BYTES))
    sentBytes += STEP_BYTES
  }
}

beforeAll(async () => {
  server = await startPageServer({
    '/tides': { body: readFileSync(join(fixtures, 'article.html')) },
    '/plain': {
      body: '<title>Just a title</title><p>And a first paragraph that is long enough to be taken for a description.',
    },
    '/endless': {
      body: (_request, response) => {
        sending = sendForEver(response)
      },
    },
    '/gone': { status: 410, headers: { 'content-type': 'text/plain' }, body: 'gone' },
    '/paper.pdf': { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7\n%' },
    '/blue%20sky.png': {
      headers: { 'content-type': 'image/png' },
      body: Buffer.from('89504e470d0a1a0a0000', 'hex'),
    },
  })
})

afterAll(async () => {
  await caller.close()
  await server.close()
})

function call(input: unknown): Promise<Record<string, unknown>> {
  return caller.call(unfurl, input)
}

describe('unfurl', () => {
  it('makes a card of the social-card tags', { tags: 'full' }, async () => {
    verifies('utility:2.2:PreviewCard.url')
    verifies('utility:2.2:PreviewCard.title')
    verifies('utility:2.2:PreviewCard.description')
    verifies('utility:2.2:PreviewCard.image')
    verifies('utility:2.2:PreviewCard.siteName')
    verifies('utility:4.3:response')
    expect(await call({ url: `${server.origin}/tides` })).toEqual({
      url: `${server.origin}/tides`,
      title: 'How tides turn: a short history',
      description: 'Why the sea comes back & leaves.',
      image: 'https://cdn.example/assets/cover.jpg',
      siteName: 'The Harbour Review',
    })
  })

  it('has empty strings for what the page does not state', async () => {
    expect(await call({ url: `${server.origin}/plain` })).toEqual({
      url: `${server.origin}/plain`,
      title: 'Just a title',
      description: '',
      image: '',
      siteName: '',
    })
  })

  it('hangs up at the end of the head', async () => {
    expect(await call({ url: `${server.origin}/endless` })).toMatchObject({ title: 'Endless' })
    await sending
    expect(sentBytes).toBeGreaterThanOrEqual(HEAD.length)
    expect(sentBytes).toBeLessThan(HEAD.length + 256 * STEP_BYTES)
  })

  it('shows an image as itself', async () => {
    const url = `${server.origin}/blue%20sky.png`
    expect(await call({ url })).toEqual({
      url,
      title: 'blue sky.png',
      description: '',
      image: url,
      siteName: '',
    })
  })

  it('refuses a PDF with a hint, and tells the status of a page that is gone', async () => {
    await expect(call({ url: `${server.origin}/paper.pdf` })).rejects.toMatchObject({
      code: 'unsupported_content',
      fields: { kind: 'pdf' },
    })
    await expect(call({ url: `${server.origin}/gone` })).rejects.toMatchObject({
      code: 'upstream_refused',
      fields: { status: 410 },
    })
  })

  it('is what the spec says it is', async () => {
    verifies('utility:4.3:path')
    verifies('utility:4.3:price')
    verifies('utility:4.3:url')
    expect(unfurl).toMatchObject({
      name: 'unfurl',
      price: '0.001',
      http: { method: 'POST', path: '/unfurl' },
    })
    await expect(call({ url: 'not an address' })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(call({})).rejects.toMatchObject({ code: 'invalid_input' })
  })
})
