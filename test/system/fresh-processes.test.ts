import { expect, test } from 'vitest'
import { bellhop, SOURCE } from '../support/bellhop.ts'
import { KINDS, startKinds } from '../support/parser-load.ts'

const TEST_MAX_MS = 300_000
/** Of how many processes each is the first that reads: a caller alone lost a source in five of six. */
const PROCESSES = 4

test(
  'fresh processes from source read five kinds, and lose none',
  async () => {
    await using pages = await startKinds()
    const urls = KINDS.map((path) => `${pages.origin}/${path}`)
    const args = ['call', 'read', '--json', JSON.stringify({ urls }), '--allow-hosts', pages.host]
    for (let run = 0; run < PROCESSES; run += 1) {
      const { code, stdout, stderr } = await bellhop(args, { entry: SOURCE })
      expect({ code, stderr }).toMatchObject({ code: 0 })
      expect(stdout).toContain('walnut')
      expect(stdout).not.toMatch(/busy|"error"/)
    }
  },
  TEST_MAX_MS,
)
