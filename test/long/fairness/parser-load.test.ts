import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { PageServer } from '../../support/page-server.ts'
import {
  CALLERS,
  FORMS,
  loadParsers,
  loadParsersIn,
  PARSERS,
  startKinds,
} from '../../support/parser-load.ts'

const TEST_MAX_MS = 900_000
const MEMORY_MB = [512, 1_024, 2_048, 8_192]
const GROUPS = '/sys/fs/cgroup/memory'

let pages: PageServer
beforeAll(async () => {
  pages = await startKinds()
})
afterAll(async () => pages.close())

describe.each(FORMS)('parsers from %s', (form) => {
  describe.each(PARSERS)('%d of them', (cores) => {
    test.each(CALLERS)(
      'answer all of %d callers at once, cold and warm',
      async (callers) => {
        const machine = { cores, memory: { bytes: 16e9, from: 'machine' } } as const
        const load = await loadParsers({ form, machine, callers, pages })
        expect(load).toMatchObject({ requested: 8 * callers, refusals: [] })
      },
      TEST_MAX_MS,
    )
  })
})

/** Whether this user may make control groups of the first version, as root of a virtual machine or of CI may. */
function mayMakeGroups(): boolean {
  const folder = join(GROUPS, `bellhop-try-${process.pid}`)
  try {
    mkdirSync(folder)
    rmdirSync(folder)
    return existsSync(join(GROUPS, 'memory.limit_in_bytes'))
  } catch {
    return false
  }
}

describe.runIf(mayMakeGroups())('in a control group', () => {
  test.each(MEMORY_MB)(
    'of %d MB eight parsers are as many as fit, and all of ten callers are answered',
    async (megabytes) => {
      const folder = join(GROUPS, `bellhop-${process.pid}-${megabytes}`)
      mkdirSync(folder)
      // Its processes leave it a moment after they have ended.
      onTestFinished(async () => vi.waitFor(() => rmdirSync(folder)))
      writeFileSync(join(folder, 'memory.limit_in_bytes'), String(megabytes * 2 ** 20))
      const load = await loadParsersIn(folder, {
        cores: 8,
        callers: 10,
        pages: { host: pages.host, origin: pages.origin },
      })
      expect(load).toMatchObject({ requested: 80, refusals: [], from: 'cgroup' })
    },
    TEST_MAX_MS,
  )
})
