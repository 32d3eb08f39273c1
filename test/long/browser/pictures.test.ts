import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SHOT_EDGE_MAX_PX, SHOT_MAX_BYTES } from '../../../src/browser/limits.ts'
import type { ShotOptions } from '../../../src/contract/browser.ts'
import { LOCAL_PRINCIPAL } from '../../../src/contract/principal.ts'
import { chromiumProgram, openTestBrowser } from '../../support/browser-world.ts'
import { type Page, type PageServer, startPageServer } from '../../support/page-server.ts'
import { seededRandom } from '../../support/seeded-random.ts'

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

/** A bar that stays at the window, and what is said of it. */
const bar = (css: string) =>
  `<div style="position:fixed;left:0;right:0;height:60px;background:#0f0;${css}"></div>`

const watching = (then: string) =>
  `<script>const watch = new IntersectionObserver((seen) => { for (const { isIntersecting, target } of seen) { ${then} } })
  for (const one of document.querySelectorAll('i')) watch.observe(one)</script>`

const block = (css: string, content = '') =>
  `<i style="display:block;height:500px;${css}">${content}</i>`

/** Pages with a thing that must be seen in each part, in blue. */
const PARTED: Readonly<Record<string, string>> = {
  '/lazy':
    '<div style="height:2500px"></div><img loading=lazy width=640 height=400 style="display:block" src=/blue.png>'.repeat(
      3,
    ),
  '/revealed': `<style>i{opacity:0;transition:opacity 2s;background:#00f}</style>${block('').repeat(8)}
    ${watching(`target.style.opacity = isIntersecting ? 1 : 0`)}`,
  '/filled': `${block('background:#fff').repeat(8)}${watching(`if (isIntersecting) setTimeout(() => { target.style.background = '#00f' }, 30)`)}`,
  '/drawn': `<style>i{animation:in 30s forwards}@keyframes in{from{background:#fff}to{background:#00f}}</style>${block('').repeat(8)}`,
}

const BARRED: Readonly<Record<string, string>> = {
  '/above': `${bar('top:0')}<div style="height:7000px;background:#00f"></div>`,
  '/below': `${bar('bottom:0')}<div style="height:7000px;background:#00f"></div>`,
  '/follows': `<div style="height:60px;position:sticky;top:0;background:#0f0"></div><div style="height:7000px;background:#00f"></div>`,
  '/appears': `<div style="height:7000px;background:#00f"></div><script>addEventListener('scroll', () => { if (scrollY > 100 && !document.querySelector('div + div')) document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(bar('top:0'))}) })</script>`,
}

const NOISE = Array.from(
  { length: 4 },
  (_, at) => `<img src=/noise-${at}.png width=1280 height=1000 style="display:block">`,
).join('')

const SIZED: Readonly<Record<string, string>> = {
  '/tall': '<div style="height:20000px;background:#00f"></div>',
  '/broad': '<div style="width:4000px;height:900px;background:#00f"></div>',
  '/photographs': NOISE,
}

const OTHERS: Readonly<Record<string, string>> = {
  '/hidden': `<p id=none hidden>x</p><p id=empty></p><p style="visibility:hidden" id=unseen>x</p><p class=two hidden>x</p><p class=two style="background:#00f;height:50px;margin:0"></p>`,
  '/under': `${bar('top:0')}<div style="height:3000px"></div><div id=part style="height:2000px;background:#00f"></div><div style="height:2000px"></div>`,
  '/visitor': `<style>body{background:#fff}@media(prefers-color-scheme:dark){body{background:#00f}}</style><div style="height:50px"></div>
    <script>document.title = [navigator.language, (1234.5).toLocaleString(), Intl.DateTimeFormat().resolvedOptions().timeZone, new Date(0).getHours(), devicePixelRatio, innerWidth].join(' ')</script>`,
}

/** A picture of one colour, or of what no encoding makes small. */
function picture(width: number, height: number, random?: () => number): Page {
  const png = new PNG({ width, height })
  for (let at = 0; at < png.data.length; at += 4) {
    const pixel = random ? [random() * 255, random() * 255, random() * 255] : [0, 0, 255]
    png.data.set([...pixel, 255], at)
  }
  return { headers: { 'content-type': 'image/png' }, body: PNG.sync.write(png) }
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

const bodies = [PARTED, BARRED, SIZED, OTHERS].flatMap((pages) => Object.entries(pages))
const plain = (body: string): Page => ({
  body: `<!doctype html><title>x</title><body style="margin:0">${body}`,
})

beforeAll(async () => {
  site = await startPageServer({
    ...PICTURED,
    ...OVERFLOWING,
    ...Object.fromEntries(bodies.map(([path, body]) => [path, plain(body)])),
    '/blue.png': picture(4, 4),
    ...Object.fromEntries(
      [0, 1, 2, 3].map((at) => [`/noise-${at}.png`, picture(640, 500, seededRandom(at))]),
    ),
  })
  browser = openTestBrowser({ allowHosts: [site.host, `${site.host}:${site.port}`] })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** A picture, with the colour at a place of it. */
async function shoot(path: string, width: number, more: Partial<ShotOptions> = {}) {
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
  const { part, parts, title } = shot
  const colours = Array.from({ length: height }, (_, y) => colourAt(across >> 2, y))
  const count = (colour: string) => colours.filter((one) => one === colour).length
  return { across, height, colourAt, count, part, parts, title }
}

/** All parts of the picture of a page. */
async function shootAll(path: string, width: number, more: Partial<ShotOptions> = {}) {
  const first = await shoot(path, width, { fullPage: true, ...more })
  const all = [first]
  while (all.length < first.parts) {
    all.push(await shoot(path, width, { fullPage: true, ...more, part: all.length + 1 }))
  }
  return all
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
      const { across, height, parts, colourAt } = await shoot(path, width, { fullPage })
      const isLong = ['/long', '/left'].includes(path)
      expect([across, height, parts > 1]).toEqual([width, height, fullPage && isLong])
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

describe('a whole page', () => {
  test.each(Object.keys(PARTED))('shows what comes when it is looked at: %s', async (path) => {
    const height = path === '/lazy' ? SHOT_EDGE_MAX_PX : 600
    const blue = (await shootAll(path, 640, { height })).map(({ count }) => count('blue'))
    // Lazy images stand here and there; the others fill the page.
    const [seen, least] =
      path === '/lazy' ? [blue.reduce((all, one) => all + one, 0), 1_200] : [Math.min(...blue), 250]
    expect(seen).toBeGreaterThanOrEqual(least)
  })

  test.each(Object.keys(BARRED))('has a bar once, and all beside it: %s', async (path) => {
    const parts = await shootAll(path, 640)
    expect(parts.length).toBeGreaterThan(3)
    const green = parts.map(({ count }) => count('green'))
    expect(green.filter((pixels) => pixels > 0).length).toBe(1)
    expect(green.at(path === '/below' ? -1 : 0)).toBe(60)
    // But for what lies under a bar at the start, as in any window.
    const seen = parts.reduce((all, { count }) => all + count('blue'), 0)
    expect(seen - 32 * (parts.length - 1)).toBeGreaterThanOrEqual(6_940)
  })

  test('comes in parts that models see whole, and none that is missing', async () => {
    const tall = await shoot('/tall', 1_280, { fullPage: true, height: SHOT_EDGE_MAX_PX })
    const last = { fullPage: true, height: SHOT_EDGE_MAX_PX, part: tall.parts }
    const end = await shoot('/tall', 1_280, last)
    expect([tall.parts, tall.height, end.height, end.count('blue')]).toEqual([
      13, 1_568, 1_568, 1_568,
    ])
    const broad = await shootAll('/broad', 1_280, { height: 1_568 })
    expect(broad.map(({ across }) => across)).toEqual([1_024, 1_024, 1_024, 1_024])
    expect(broad.map(({ count }) => count('blue'))).toEqual([900, 900, 900, 900])
    const over = shoot('/broad', 1_280, { fullPage: true, part: 99 })
    await expect(over).rejects.toMatchObject({ code: 'invalid_input', fields: { parts: 4 } })
    const high = await shoot('/tall', 2_000, { height: 4_000, scale: 3 })
    expect(Math.max(high.across, high.height)).toBeLessThanOrEqual(SHOT_EDGE_MAX_PX)
  })

  test.each(['webp', 'jpeg', 'png'] as const)(
    'of photographs is small enough, in %s',
    async (format) => {
      const given = { ...options, width: 1_280, height: 1_568, fullPage: true, format }
      const shot = await browser.shoot(`${site.origin}/photographs`, given)
      expect(shot.bytes.byteLength).toBeLessThan(SHOT_MAX_BYTES)
      expect([shot.format, shot.parts]).toEqual([format === 'png' ? 'webp' : format, 3])
    },
  )
})

describe('a picture of an element', () => {
  test.each([
    ['#nothing', 'No element'],
    ['#none', 'cannot be seen'],
    ['#empty', 'cannot be seen'],
    ['#unseen', 'cannot be seen'],
  ])('%s that is none says so', async (selector, message) => {
    const shot = shoot('/hidden', 640, { selector })
    await expect(shot).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(message) as string,
    })
  })

  test('is one of the first that is seen, without bars over it', async () => {
    const second = await shoot('/hidden', 640, { selector: '.two' })
    expect([second.across, second.height, second.count('blue')]).toEqual([640, 50, 50])
    const parts = await shootAll('/under', 640, { selector: '#part' })
    expect(parts.map(({ count }) => count('green'))).toEqual(parts.map(() => 0))
    expect(parts.map(({ count }) => count('blue'))).toEqual(parts.map(({ height }) => height))
  })
})

test('a page is shown as to whom the caller says', async () => {
  const plainly = await shoot('/visitor', 640)
  expect([plainly.title, plainly.colourAt(10, 10)]).toEqual(['en-US 1,234.5 UTC 0 1 640', 'white'])
  const visitor = { dark: true, locale: 'de-DE', timeZone: 'Asia/Tokyo', scale: 2 }
  const { title, across, height, colourAt } = await shoot('/visitor', 640, visitor)
  expect([title, across, height, colourAt(10, 10)]).toEqual([
    'de-DE 1.234,5 Asia/Tokyo 9 2 640',
    1_280,
    1_200,
    'blue',
  ])
})
