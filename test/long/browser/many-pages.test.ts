import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { FOLDER_PREFIX, OWNER_FILE } from '../../../src/browser/launch/folders.ts'
import { GroupUsage, membersOf } from '../../../src/browser/launch/usage.ts'
import { PAGES_PER_PRINCIPAL_MAX_COUNT } from '../../../src/browser/limits.ts'
import { LOCAL_PRINCIPAL } from '../../../src/contract/principal.ts'
import { openTestBrowser } from '../../support/browser-world.ts'
import { proportionalBytes } from '../../support/proportional-memory.ts'
import { renderedPages, startRenderedPages } from '../../support/rendered-pages.ts'

const PAGES_COUNT = 100

/** Milliseconds after which no more are opened: on a crowded machine a page takes ten times as long. */
const OPENED_MAX_MS = 420_000

/** Kinds of pages that come again and again: all are soon at rest, as the test looks for what stays of them in memory. */
const KINDS = 'react vue svelte lit view'.split(' ')

/** Pages at once. */
const TOGETHER_COUNT = PAGES_PER_PRINCIPAL_MAX_COUNT

/** Pages of which the memory is taken together, and rounds that there must be. */
const ROUND_COUNT = 10
const ROUNDS_MIN_COUNT = 3

/** Pages after which a browser has loaded what it keeps. */
const WARM_UP_COUNT = 10

/** How much more the last rounds may take than the first ones. */
const SLACK = 0.1

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Folders of browsers of this process. */
function ownFolders(): string[] {
  return readdirSync(tmpdir())
    .filter((name) => name.startsWith(FOLDER_PREFIX))
    .map((name) => join(tmpdir(), name))
    .filter((folder) => {
      const owner = join(folder, OWNER_FILE)
      return existsSync(owner) && readFileSync(owner, 'utf8').endsWith(` ${process.pid}`)
    })
}

/** Bytes of all files of browsers of this process. */
function bytesOnDisk(): number {
  let bytes = 0
  for (const folder of ownFolders()) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const size = statSync(join(folder, name), { throwIfNoEntry: false })
      if (size?.isFile()) bytes += size.size
    }
  }
  return bytes
}

/** Waits until the processes of pages have gone, which end a little after their pages. */
async function settled(pid: number): Promise<void> {
  const ofPages = () =>
    membersOf(pid).filter((member) => {
      try {
        return readFileSync(`/proc/${member}/cmdline`, 'latin1').includes('--type=renderer')
      } catch {
        return false
      }
    })
  await expect.poll(ofPages, { timeout: 30_000, interval: 20 }).toEqual([])
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const megabytes = (values: readonly number[]): number => Math.round(median(values) / 1e6)

test('ten pages in a row, and a hundred, leave no memory and nothing on the disk behind', async () => {
  await using site = await startRenderedPages()
  await using browser = openTestBrowser({ allowHosts: site.allowHosts })
  const { signal } = new AbortController()
  const rounds: { ownedMb: number; proportionalMb: number; heapMb: number; diskMb: number }[] = []
  const untilMs = performance.now() + OPENED_MAX_MS
  let owned: number[] = []
  let proportional: number[] = []
  const show = async (count: number): Promise<void> => {
    const { path = '' } = renderedPages[KINDS[count % KINDS.length] ?? ''] ?? {}
    const options = { signal, principal: LOCAL_PRINCIPAL }
    const read = async () => browser.render(`${site.origin}/${path}`, options)
    // On a crowded machine a page may come too late once.
    const { html } = await read().catch(read)
    expect(html.length).toBeGreaterThan(100)
  }
  for (
    let count = TOGETHER_COUNT;
    count <= PAGES_COUNT && performance.now() < untilMs;
    count += TOGETHER_COUNT
  ) {
    await Promise.all(Array.from({ length: TOGETHER_COUNT }, async (_, at) => show(count - at)))
    const { pid } = browser
    if (pid !== undefined && count > WARM_UP_COUNT) {
      await settled(pid)
      // Memory shared with a browser that somebody else has started, as the program itself, depends on that one.
      owned.push(new GroupUsage(pid).read()?.memoryBytes ?? 0)
      proportional.push(proportionalBytes(membersOf(pid)))
    }
    if (count % ROUND_COUNT !== 0 || owned.length === 0) continue
    collectGarbage()
    const round = {
      ownedMb: megabytes(owned),
      proportionalMb: megabytes(proportional),
      heapMb: Math.round(process.memoryUsage().heapUsed / 1e6),
      diskMb: bytesOnDisk() / 1e6,
    }
    console.log(count, JSON.stringify(round))
    rounds.push(round)
    owned = []
    proportional = []
  }
  expect(rounds.length).toBeGreaterThanOrEqual(ROUNDS_MIN_COUNT)
  for (const values of [rounds.map(({ ownedMb }) => ownedMb), rounds.map(({ heapMb }) => heapMb)]) {
    // Of three rounds at each end, the middle one.
    const first = median(values.slice(0, 3))
    expect(median(values.slice(-3))).toBeLessThanOrEqual(first * (1 + SLACK))
  }
  // What a browser writes by itself, not what it was shown.
  expect(Math.max(...rounds.map(({ diskMb }) => diskMb))).toBeLessThan(20)
  await browser.close()
  await expect.poll(ownFolders, { timeout: 60_000 }).toEqual([])
})
