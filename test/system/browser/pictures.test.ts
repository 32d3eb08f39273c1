import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SHOT_EDGE_MAX_PX, SHOT_MAX_BYTES } from '../../../src/browser/limits.ts'
import type { ShotOptions } from '../../../src/contract/browser.ts'
import { LOCAL_PRINCIPAL } from '../../../src/contract/principal.ts'
import { chromiumProgram, openTestBrowser } from '../../support/browser-world.ts'
import { type Page, type PageServer, startPageServer } from '../../support/page-server.ts'
import { seededRandom } from '../../support/seeded-random.ts'

chromiumProgram()

const page = (body: string, html = ''): Page => ({
  body: `<!doctype html><html ${html}><title>x</title><body style="margin:0">${body}`,
})
const STRIP = '<div style="background:linear-gradient(90deg,#f00,#00f);height:40px"></div>'

/** A picture that no encoding makes small. */
function photograph(): Page {
  const png = new PNG({ width: 800, height: 800 })
  const random = seededRandom(1)
  for (let at = 0; at < png.data.length; at += 4) {
    png.data.set([random() * 255, random() * 255, random() * 255, 255], at)
  }
  return { headers: { 'content-type': 'image/png' }, body: PNG.sync.write(png) }
}

const PAGES: Readonly<Record<string, Page>> = {
  '/right-to-left': page(`${STRIP}<div style="height:2900px"></div>`, 'dir=rtl lang=ar'),
  '/lazy': page(
    `<div style="height:2400px"></div><img loading=lazy src=/noise.png width=640 height=600 style="display:block">`,
  ),
  '/high': page(
    '<div style="height:100vh;background:#f00"></div><div style="height:2000px"></div>',
  ),
  '/hidden': page('<p id=none hidden>x</p>'),
  '/noise.png': photograph(),
}

let site: PageServer
let browser: ReturnType<typeof openTestBrowser>
beforeAll(async () => {
  site = await startPageServer(PAGES)
  browser = openTestBrowser({ allowHosts: [`${site.host}:${site.port}`] })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

async function shoot(path: string, more: Partial<ShotOptions> = {}) {
  const options = { signal: AbortSignal.timeout(60_000), principal: LOCAL_PRINCIPAL }
  const size = { width: 640, height: 480, fullPage: true, format: 'png' } as const
  return browser.shoot(site.origin + path, { ...options, ...size, ...more })
}

/** Red, green and blue at a place of a picture. */
function colourAt(bytes: Uint8Array, x: number, y: number): number[] {
  const { data, width } = PNG.sync.read(Buffer.from(bytes))
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)]
}

// More of them: `test/long/browser/pictures.test.ts`.
describe('a picture of a whole page', () => {
  test('is as it is seen where text runs from the right, in parts that are as high as one may be', async () => {
    const { bytes, width, height, parts } = await shoot('/right-to-left')
    expect([width, parts]).toEqual([640, 2])
    expect(height).toBeGreaterThan(1_400)
    expect(height).toBeLessThanOrEqual(SHOT_EDGE_MAX_PX)
    const [red] = colourAt(bytes, 1, 10)
    expect(red).toBeGreaterThan(200)
    const [, , blue] = colourAt(bytes, 638, 10)
    expect(blue).toBeGreaterThan(200)
  })

  test('has images that are loaded late, and is small enough', async () => {
    const { bytes, format, part } = await shoot('/lazy', { part: 2 })
    expect([format, part]).toEqual(['webp', 2])
    expect(bytes.byteLength).toBeGreaterThan(50_000)
    expect(bytes.byteLength).toBeLessThan(SHOT_MAX_BYTES)
  })

  test('keeps the window that was asked for where the page is laid out by it', async () => {
    const { height, bytes } = await shoot('/high')
    expect(height).toBeLessThanOrEqual(480)
    expect(colourAt(bytes, 10, height - 10)).toEqual([255, 0, 0])
  })

  test('of what cannot be seen is an error that says so', async () => {
    await expect(shoot('/hidden', { selector: '#none' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})
