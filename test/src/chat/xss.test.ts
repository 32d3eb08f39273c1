import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchPath, sendFiles } from '../../support/chat-uploads.ts'
import type { ChatWorld } from '../../support/chat-world.ts'
import { actsIn, actsInAnswer } from '../../support/html-judge.ts'
import { PAYLOADS } from '../../support/xss-corpus.ts'
import { actsInEverything, actsInMessages, startStage, store } from '../../support/xss-stage.ts'

/** Of the payloads, every so many is stored everywhere here; all of them in the long run. */
const STORED_STEP = 32

let world: ChatWorld

beforeAll(async () => {
  world = await startStage()
})

afterAll(async () => world[Symbol.asyncDispose]())

describe('nothing that is stored acts', () => {
  test('the judge knows what acts', () => {
    expect(PAYLOADS.length).toBeGreaterThanOrEqual(300)
    const acting = [
      '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
      '<p id=location>',
      '<a href="javascript:alert(1)">x</a>',
      '<table><a href="https://x.example">moved</a></table><svg><style><p>',
    ]
    expect(acting.filter((html) => actsIn(html).length === 0)).toEqual([])
    expect(actsIn('<p><a href="https://x.example">x</a></p>')).toEqual([])
    const hidden = [
      { url: 'javascript:1' },
      { url: '/\\evil' },
      { content_type: 'text/html', content: '<i id=x>' },
    ]
    expect(hidden.flatMap((one) => actsInAnswer({ list: [one] })).length).toBeGreaterThanOrEqual(3)
  })

  test('in messages', { tags: 'full' }, async () => {
    const found: string[] = []
    for (const [index, payload] of PAYLOADS.entries()) {
      found.push(...(await actsInMessages(world, payload, [index])))
    }
    expect(found).toEqual([])
  })

  test('anywhere else', { tags: 'full' }, async () => {
    const found: string[] = []
    let taken = 0
    for (const [index, payload] of PAYLOADS.entries()) {
      if (index % STORED_STEP !== 0) continue
      const stored = await store(world, payload, index)
      taken += stored.taken
      found.push(...stored.found)
    }
    found.push(...(await actsInEverything(world.owner)))
    expect(found).toEqual([])
    expect(taken).toBeGreaterThan(100)
  })

  test.each([
    ['x.html', 'text/html', '<script>alert(1)</script>'],
    ['x.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['x.xml', 'text/xml', '<x xmlns:h="http://www.w3.org/1999/xhtml"><h:script/></x>'],
    ['x.png', 'image/png', '<script>alert(1)</script>'],
    ['x.js', 'text/javascript', 'alert(1)'],
    ['x.pdf', 'text/html', '%PDF-1.4 <script>alert(1)</script>'],
  ])('in an uploaded file: %s as %s', async (name, type, content) => {
    const sent = await sendFiles(world, world.owner, [{ name, type, content }])
    const { headers } = await fetchPath(world, world.owner, String(sent['url']))
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const isAttachment = headers.get('content-disposition')?.startsWith('attachment') === true
    const isPage = /html|xml|javascript/.test(headers.get('content-type') ?? '')
    expect({ isAttachment, isPage }).toEqual({ isAttachment: true, isPage: false })
  })

  test('answers are JSON for the browser too', async () => {
    const response = await world.request('/server_settings')
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })
})
