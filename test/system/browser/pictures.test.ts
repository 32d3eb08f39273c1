import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCAL_PRINCIPAL } from '../../../src/contract/principal.ts'
import { chromiumProgram, openTestBrowser } from '../../support/browser-world.ts'
import { type Page, type PageServer, startPageServer } from '../../support/page-server.ts'

chromiumProgram()

/** A page whose strip runs from red, at its left end, to blue, at its right one. */
function strip(direction: string, heightPx: number, more = '', stripCss = ''): Page {
  return {
    body: `<!doctype html><html ${direction}><meta charset=utf-8><title>الميناء</title><body style="margin:0">
      <div style="background:linear-gradient(90deg,#f00,#00f);height:40px;${stripCss}"></div>
      <div style="height:${heightPx - 40}px;background:#fff"></div>${more}`,
  }
}

const MARK = '<p id=mark style="background:#0f0;width:120px;height:20px;margin:0"></p>'

const PICTURED: Readonly<Record<string, Page>> = {
  '/short': strip('dir=rtl lang=ar', 300),
  '/long': strip('dir=rtl lang=he', 2_900, MARK),
  '/body': {
    body: `<!doctype html><title>x</title><body dir=rtl style="margin:0"><div style="background:linear-gradient(90deg,#f00,#00f);height:700px">نص</div>`,
  },
  '/left': strip('lang=en', 2_900, MARK),
}

/** Pages of which more lies to the left of the window than in it, and a mark at their left end. */
const OVERFLOWING: Readonly<Record<string, Page>> = {
  '/wide': strip(
    'dir=rtl lang=ar',
    300,
    '<p style="position:absolute;left:-1500px;top:60px;margin:0;width:120px;height:20px;background:#0f0" id=mark></p>',
    'width:3000px',
  ),
  '/scrolled': {
    body: `<!doctype html><title>x</title><body style="margin:0"><div style="height:2000px;background:#f00"></div>
      <div style="height:2000px;background:#00f"></div><script>scrollTo(0, 2100)</script>`,
  },
}

let site: PageServer
let browser: ReturnType<typeof openTestBrowser>
const options = { signal: new AbortController().signal, principal: LOCAL_PRINCIPAL }

beforeAll(async () => {
  site = await startPageServer({
    ...PICTURED,
    ...OVERFLOWING,
  })
  browser = openTestBrowser({ allowHosts: [site.host, `${site.host}:${site.port}`] })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** A picture, with the colour at a place of it. */
async function shoot(
  path: string,
  width: number,
  more: { fullPage?: boolean; selector?: string } = {},
) {
  const shot = await browser.shoot(site.origin + path, {
    ...options,
    width,
    height: 600,
    fullPage: false,
    format: 'png',
    ...more,
  })
  const { data, width: across, height } = PNG.sync.read(Buffer.from(shot.bytes))
  const colourAt = (x: number, y: number): string => {
    const [red = 0, green = 0, blue = 0] = data.subarray((y * across + x) * 4)
    if (green > 200) return red > 200 ? 'white' : 'green'
    return red > blue ? 'red' : 'blue'
  }
  return { across, height, colourAt }
}

describe('a picture', () => {
  const widths = [320, 800, 1_280]
  test.each(
    Object.keys(PICTURED).flatMap((path) =>
      widths.flatMap((width) => [[path, width, false] as const, [path, width, true] as const]),
    ),
  )(
    'of %s, %d px wide, shows it from end to end (whole page: %s)',
    async (path, width, fullPage) => {
      const { across, height, colourAt } = await shoot(path, width, { fullPage })
      expect([across, height > 600]).toEqual([width, fullPage && path !== '/short'])
      expect([
        colourAt(0, 10),
        colourAt(3, 10),
        colourAt(width - 4, 10),
        colourAt(width - 1, 10),
      ]).toEqual(['red', 'red', 'blue', 'blue'])
    },
  )

  test.each(['/long', '/left', '/wide'])('of an element of %s shows all of it', async (path) => {
    for (const width of widths) {
      const { across, height, colourAt } = await shoot(path, width, { selector: '#mark' })
      expect([across, height]).toEqual([120, 20])
      expect([colourAt(0, 0), colourAt(119, 19)]).toEqual(['green', 'green'])
    }
  })

  test('of a page that goes on to the left shows where it begins', async () => {
    for (const width of widths) {
      for (const fullPage of [false, true]) {
        const { colourAt } = await shoot('/wide', width, { fullPage })
        expect(colourAt(width - 1, 10), `${width} ${fullPage}`).toBe('blue')
      }
    }
  })

  test('of a page that scrolls itself shows what stands in its window', async () => {
    const { colourAt, height } = await shoot('/scrolled', 800)
    expect([height, colourAt(10, 10), colourAt(10, 590)]).toEqual([600, 'blue', 'blue'])
  })
})
