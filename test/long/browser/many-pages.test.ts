import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { FOLDER_PREFIX, OWNER_FILE } from '../../../src/browser/folders.ts'
import { BROWSER_PAGES_MAX_COUNT } from '../../../src/browser/limits.ts'
import { GroupUsage } from '../../../src/browser/usage.ts'
import { LOCAL_PRINCIPAL } from '../../../src/contract/principal.ts'
import { openTestBrowser } from '../../support/browser-world.ts'
import { renderedPages, startRenderedPages } from '../../support/rendered-pages.ts'

const PAGES_COUNT = 500

/** Pages of which the memory is taken together: the same ones each time. */
const ROUND_COUNT = 50

/** How much one round may differ from the others. */
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

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

test(
  'five hundred pages leave no memory and nothing on the disk behind',
  { timeout: 3_000_000 },
  async () => {
    await using site = await startRenderedPages()
    await using browser = openTestBrowser({ allowHosts: site.allowHosts })
    const { signal } = new AbortController()
    const cases = Object.values(renderedPages).filter(({ kind }) => kind === 'needs')
    const rounds: { browserMb: number; ownMb: number; diskMb: number }[] = []
    let memory: number[] = []
    let pid: number | undefined
    let usage: GroupUsage | undefined
    let ofBrowser = 0
    for (let count = 1; count <= PAGES_COUNT; count += 1) {
      const { path = '' } = cases[count % cases.length] ?? {}
      const url = `${site.origin}/${path}`
      const { html } = await browser.render(url, { signal, principal: LOCAL_PRINCIPAL })
      expect(html.length).toBeGreaterThan(100)
      ofBrowser = browser.pid === pid ? ofBrowser + 1 : 1
      if (browser.pid !== pid)
        usage = browser.pid === undefined ? undefined : new GroupUsage(browser.pid)
      pid = browser.pid
      const used = usage?.read()
      if (used && ofBrowser > 1) memory.push(used.memoryBytes)
      if (count % ROUND_COUNT !== 0) continue
      collectGarbage()
      const round = {
        browserMb: Math.round(median(memory) / 1e6),
        ownMb: Math.round(process.memoryUsage().heapUsed / 1e6),
        diskMb: bytesOnDisk() / 1e6,
      }
      console.log(count, JSON.stringify(round))
      rounds.push(round)
      memory = []
    }
    expect(PAGES_COUNT).toBeGreaterThan(2 * BROWSER_PAGES_MAX_COUNT)
    // A browser grows a little until it is replaced: what it has is compared with what the one before had after as many pages.
    const roundsOfOne = BROWSER_PAGES_MAX_COUNT / ROUND_COUNT
    const alike = Map.groupBy(rounds.entries(), ([at]) => at % roundsOfOne)
    const groups = [...alike.values()].map((group) => group.map(([, { browserMb }]) => browserMb))
    for (const values of [...groups, rounds.map(({ ownMb }) => ownMb)]) {
      expect(values.length).toBeGreaterThan(1)
      const mean = values.reduce((sum, one) => sum + one, 0) / values.length
      expect(Math.max(...values)).toBeLessThanOrEqual(mean * (1 + SLACK))
      expect(Math.min(...values)).toBeGreaterThanOrEqual(mean * (1 - SLACK))
    }
    // What a browser writes by itself, not what it was shown.
    expect(Math.max(...rounds.map(({ diskMb }) => diskMb))).toBeLessThan(20)
    await browser.close()
    await expect.poll(ownFolders, { timeout: 60_000 }).toEqual([])
  },
)
