import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test } from 'vitest'
import { FOLDER_PREFIX, OWNER_FILE } from '../../../src/browser/launch/folders.ts'
import { membersOf } from '../../../src/browser/launch/usage.ts'
import { LOCAL_PRINCIPAL } from '../../../src/contract/principal.ts'
import { extract } from '../../../tools/web/extract.ts'
import { startBombs } from '../../support/browser-bombs.ts'
import { chromiumProgram, openTestBrowser } from '../../support/browser-world.ts'
import { callWith } from '../../support/call.ts'
import { startPageServer } from '../../support/page-server.ts'
import { renderedPages, shareFound, startRenderedPages } from '../../support/rendered-pages.ts'

chromiumProgram()

/** Of all kinds of pages, those that are read each time; the others are in the long tests. */
const KINDS = ['react', 'lit', 'consent', 'manual', 'frame', 'static']

const FOUND_MIN_SHARE = 0.97

/** Time after which nothing may be left. */
const GONE_MAX_MS = 5_000

const { signal } = new AbortController()
const options = { signal, principal: LOCAL_PRINCIPAL }

test('pages of several kinds are read as a reader sees them, and others as they are sent', async () => {
  await using site = await startRenderedPages()
  const { allowHosts } = site
  await using browser = openTestBrowser({ allowHosts })
  await using caller = callWith({ allowHosts })
  Object.assign(caller.services, {
    browser: {
      isSold: false,
      opensTo: () => true,
      isThere: async () => true,
      render: browser.render.bind(browser),
    },
  })
  for (const name of KINDS) {
    const page = renderedPages[name]
    const input = { url: `${site.origin}/${page?.path}` }
    const article = await caller.call(extract, input, { signal: AbortSignal.timeout(60_000) })
    const markdown = String(article['markdown'])
    expect(shareFound(page?.texts ?? [], markdown), name).toBeGreaterThanOrEqual(FOUND_MIN_SHARE)
    expect(
      page?.unseen.filter((mark) => markdown.includes(mark)),
      name,
    ).toEqual([])
    expect(article['rendered'] ?? false, name).toBe(page?.kind === 'needs')
  }
})

describe('a page in the browser', () => {
  test('tells what came for it over the network, also of what it loaded and where its address fails', async () => {
    const picture = Buffer.alloc(300_000, 'x')
    const server = await startPageServer({
      '/page': { body: `<p>words</p><script>fetch('/data')</script>${'<!-- -->'.repeat(2_000)}` },
      '/data': { body: picture },
      '/none': { headers: { 'content-type': 'application/zip' }, body: picture },
    })
    onTestFinished(() => server.close())
    await using browser = openTestBrowser({ allowHosts: ['127.0.0.1'] })
    const countArriving = async (path: string) => {
      let bytes = 0
      const arrived = (some: number) => void (bytes += some)
      await browser.render(server.origin + path, { ...options, arrived }).catch(() => {})
      return bytes
    }
    expect(await countArriving('/page')).toBeGreaterThan(316_000)
    expect(await countArriving('/none')).toBeGreaterThan(0)
    expect(await countArriving('/gone')).toBeGreaterThan(0)
  })

  test('leaves nothing for the next one, and nothing on the disk', async () => {
    await using site = await startRenderedPages()
    await using browser = openTestBrowser({ allowHosts: site.allowHosts })
    const first = await browser.shoot(`${site.origin}/static.html`, {
      ...options,
      width: 640,
      height: 480,
      fullPage: true,
      format: 'png',
    })
    expect(Buffer.from(first.bytes).subarray(1, 4).toString('latin1')).toBe('PNG')
    expect(first.width).toBe(640)
    // A part is as high as it may be, whatever the window.
    expect(first.height).toBeGreaterThan(480)
    expect(first.parts).toBe(1)
    const refused = browser.shoot(`${site.origin}/static.html`, {
      ...options,
      width: 640,
      height: 480,
      fullPage: false,
      format: 'webp',
      selector: '#nothing',
    })
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' })
    for (const address of [
      'file:///etc/passwd',
      'chrome://version',
      'http://127.0.0.1/',
      'about:blank',
    ]) {
      await expect(browser.render(address, options), address).rejects.toMatchObject({
        code: expect.stringMatching(/url_not_allowed|invalid_input/) as string,
      })
    }
    const { pid } = browser
    const members = membersOf(pid ?? 0)
    expect(members.length).toBeGreaterThan(1)
    for (const member of members) {
      expect(commandOf(member)).not.toContain('--no-sandbox')
    }
    await browser.close()
    await expect.poll(() => membersOf(pid ?? 0), { timeout: 30_000 }).toEqual([])
    expect(foldersOf(process.pid)).toEqual([])
  })

  test('that was cancelled has gone, and who waits goes on', async () => {
    await using site = await startBombs()
    await using browser = openTestBrowser({ allowHosts: [site.host] })
    const stop = new AbortController()
    const cancelled = browser.render(`${site.origin}/slow-head`, {
      ...options,
      signal: stop.signal,
    })
    const waiting = [1, 2, 3].map(async () => browser.render(`${site.origin}/ok`, options))
    await expect.poll(() => browser.load.running).toBeGreaterThan(0)
    stop.abort(new Error('enough'))
    await expect(cancelled).rejects.toThrow()
    for (const { html } of await Promise.all(waiting)) expect(html).toContain('a harmless page')
    expect(browser.load).toMatchObject({ running: 0, waiting: 0 })
  })
})

/** A user without any rights of its own, for what root would be allowed anyway. */
const OTHER_USER = process.getuid?.() === 0 ? { uid: 61_185, gid: 61_185 } : {}

/** Where it may write, too. */
const FOLDER_OF_ALL = '/tmp'

/** Starts a process that has a page in a browser; returns what it says of the browser, and the rest of what it says. */
async function startChild(
  url: string,
  way: string,
  user: typeof OTHER_USER,
  through: readonly string[] = [],
) {
  const script = join(import.meta.dirname, '../../support/browser-child.ts')
  const [program, ...args] = [...through, process.execPath, script, url, way]
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: FOLDER_OF_ALL },
    ...user,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const next = async () => JSON.parse(String((await lines.next()).value)) as Record<string, unknown>
  return { child, browser: await next(), next }
}

describe('a process that is killed', () => {
  test.each([
    ['sealed', 'running', {}],
    ['sealed', 'stopped', OTHER_USER],
    ['proxied', 'running', OTHER_USER],
    ['proxied', 'stopped', {}],
  ])('leaves no process and no folder of its %s browser, which is %s', async (way, state, user) => {
    await using site = await startBombs()
    const { child, browser } = await startChild(`${site.origin}/workers`, way, user)
    expect(browser).toMatchObject({ mode: way })
    const pid = Number(browser['pid'])
    await expect.poll(() => membersOf(pid).length, { timeout: 30_000 }).toBeGreaterThan(3)
    expect(foldersOf(child.pid, FOLDER_OF_ALL)).toHaveLength(1)
    if (state === 'stopped') for (const member of membersOf(pid)) process.kill(member, 'SIGSTOP')
    const killed = performance.now()
    child.kill('SIGKILL')
    const left = () => membersOf(pid).length + foldersOf(child.pid, FOLDER_OF_ALL).length
    await expect.poll(left, { timeout: 60_000, interval: 100 }).toBe(0)
    console.log(`nothing left after ${Math.round(performance.now() - killed)} of ${GONE_MAX_MS} ms`)
  })
})

test('a user without rights has a browser in a network of its own, which shows pages', async () => {
  await using site = await startRenderedPages()
  const { browser, next } = await startChild(`${site.origin}/react.html`, '', OTHER_USER)
  expect(browser).toMatchObject({ mode: 'sealed' })
  const of = `/proc/${Number(browser['pid'])}`
  expect(readFileSync(`${of}/status`, 'utf8')).toMatch(/^Uid:\s+[1-9]/m)
  // No device but loopback.
  expect(readFileSync(`${of}/net/dev`, 'utf8').match(/\w+(?=:)/g)).toEqual(['lo'])
  expect(Number((await next())['chars'])).toBeGreaterThan(1_000)
})

describe('where no further namespace can be made', () => {
  /** Begins a user namespace in which that is so. */
  const holdingIn = (count: number) => [
    'unshare',
    '--user',
    '--map-root-user',
    '/bin/sh',
    '-c',
    `echo ${count} > /proc/sys/user/max_user_namespaces && exec "$@"`,
    'sh',
  ]

  test.each([
    ['root', /no other user/, holdingIn(0), {}],
    [
      'a user',
      /no usable sandbox/i,
      [...holdingIn(1), 'unshare', '--user', '--map-user=1000'],
      OTHER_USER,
    ],
  ])('%s has no browser, and is told what would help', async (_who, failure, through, user) => {
    const { browser, next } = await startChild('http://127.0.0.1:9/', '', user, through)
    const hint = expect.stringContaining('user namespaces') as string
    expect(browser).toMatchObject({
      failure: expect.stringMatching(failure) as string,
      advice: hint,
    })
    expect(await next()).toMatchObject({ code: 'unavailable', hint })
  })
})

test('a browser that somebody else runs is used once it was seen to keep to the proxy', async () => {
  await using site = await startRenderedPages()
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-remote-'))
  const elsewhere = spawn(
    chromiumProgram(),
    [
      '--headless=new',
      '--no-sandbox',
      '--no-first-run',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
    ],
    { stdio: 'ignore' },
  )
  try {
    const file = join(folder, 'DevToolsActivePort')
    await expect
      .poll(() => existsSync(file) && readFileSync(file, 'utf8'), { timeout: 60_000 })
      .toContain('\n')
    const [port] = readFileSync(file, 'utf8').split('\n')
    const { allowHosts } = site
    await using browser = openTestBrowser({ allowHosts, browser: `http://127.0.0.1:${port}` })
    expect(await browser.inspect()).toMatchObject({ mode: 'remote' })
    const { html } = await browser.render(`${site.origin}/react.html`, options)
    expect(html).toContain('The story of react')
    const refused = browser.render('http://127.0.0.1:8080/', options)
    await expect(refused).rejects.toMatchObject({ code: 'url_not_allowed' })
  } finally {
    const ended = once(elsewhere, 'exit')
    elsewhere.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
})

/** The folders of browsers that a process has made. */
function foldersOf(pid: number | undefined, parent = tmpdir()): string[] {
  return readdirSync(parent).filter((name) => {
    if (!name.startsWith(FOLDER_PREFIX)) return false
    try {
      return readFileSync(join(parent, name, OWNER_FILE), 'utf8').endsWith(` ${pid}`)
    } catch {
      return false
    }
  })
}

/** The command of a process; none when it has ended since it was listed. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}
