import { expect, test } from 'vitest'
import { reader } from '../../../src/chat/kernel/unit-of-work.ts'
import { renderMessage } from '../../../src/chat/rendering/render-message.ts'
import { PLACES } from '../../support/attacks.ts'
import { BrowserStage } from '../../support/browser-stage.ts'
import { fetchPath, sendFiles } from '../../support/chat-uploads.ts'
import { ok, startChatWorld } from '../../support/chat-world.ts'
import { openChromium } from '../../support/chromium.ts'
import { systemProgram } from '../../support/debian.ts'
import { PAYLOADS } from '../../support/xss-corpus.ts'

const chromium = systemProgram('chromium', 'chromium')

/** Of the places in a message, each payload is in every so many. */
const PLACES_STEP = 4

const CODE = "parent.postMessage('file', '*'); top.postMessage('file', '*')"
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${CODE}"><script>${CODE}</script></svg>`
const PAGE = `<html><body onload="${CODE}"><script>${CODE}</script></body></html>`

/** Files that act where a browser takes them for what they are, or for more. */
const FILES = [
  ['x.html', 'text/html', PAGE],
  ['x.htm', 'image/png', PAGE],
  ['x.svg', 'image/svg+xml', SVG],
  ['x.svg', 'image/png', SVG],
  ['x.xml', 'text/xml', `<?xml version="1.0"?>${SVG}`],
  [
    'x.xhtml',
    'application/xhtml+xml',
    PAGE.replace('<html>', '<html xmlns="http://www.w3.org/1999/xhtml">'),
  ],
  ['x.png', 'image/png', PAGE],
  ['x.gif', 'text/html', `GIF89a/*${PAGE}`],
  ['x.pdf', 'application/pdf', `%PDF-1.4 ${PAGE}`],
  ['x.js', 'text/javascript', CODE],
  ['x.mht', 'message/rfc822', `MIME-Version: 1.0\nContent-Type: text/html\n\n${PAGE}`],
  ['x', '', PAGE],
] as const

test('in a real browser nothing of what others wrote or uploaded runs, and nothing is fetched elsewhere', async () => {
  await using world = await startChatWorld()
  const texts: string[] = []
  for (const [index, payload] of PAYLOADS.entries()) {
    const text = payload.replaceAll('\0', '')
    // In every place of a message after so many payloads; xss.test.ts goes through all.
    for (const place of PLACES.filter(
      (_, number) => number % PLACES_STEP === index % PLACES_STEP,
    )) {
      texts.push((await renderMessage(reader(world.chat), place(text))).html)
    }
  }
  const paths: string[] = []
  for (const [name, type, content] of FILES) {
    const sent = await sendFiles(world, world.owner, [{ name, type, content }])
    paths.push(String(ok(sent)['url']))
  }
  await using stage = new BrowserStage(async (path) =>
    path === '/user_uploads/unsafe.html'
      ? new Response(PAGE, { headers: { 'content-type': 'text/html' } })
      : fetchPath(world, world.owner, path),
  )
  // What would be found.
  stage.addTexts('control', [
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(2)">x</a>',
    '<p onmouseover=alert(3)>x</p>',
    '<img src=//evil.example/beacon>',
  ])
  stage.addFiles('unsafe', ['/user_uploads/unsafe.html'])
  stage.addFiles('files', paths)
  stage.addTexts('messages', texts)
  const { port, url } = await stage.start()
  await using _browser = openChromium(chromium, url, port)
  await expect.poll(() => stage.unfinished, { timeout: 240_000, interval: 250 }).toEqual([])
  const { hits, fetched } = stage.report
  console.log(`${texts.length} messages and ${paths.length} files in a browser`)
  const isControl = (hit: string) => hit.startsWith('control') || hit.startsWith('unsafe')
  expect(hits.filter((hit) => !isControl(hit))).toEqual([])
  for (const found of ['alert 1', 'alert 2', 'alert 3', 'message file']) {
    expect(hits.filter(isControl).join('\n')).toContain(found)
  }
  expect([...new Set(fetched)].filter((one) => !/^evil\.example\/beacon|^\/x$/.test(one))).toEqual(
    [],
  )
  expect(fetched.join('\n')).toContain('evil.example/beacon')
})
