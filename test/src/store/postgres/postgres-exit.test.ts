// @module-tag full
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { startPostgres } from '../../../support/postgres.ts'

const SOURCE = join(import.meta.dirname, '../../../../src')
const postgres = await startPostgres()
afterAll(async () => postgres?.[Symbol.asyncDispose]())

test.skipIf(!postgres)(
  'a process that has heard others closes its store before it ends, though nothing else keeps it alive',
  async () => {
    const program = `
      const { openPostgres } = await import(${JSON.stringify(join(SOURCE, 'store/postgres/postgres.ts'))})
      const { createLog } = await import(${JSON.stringify(join(SOURCE, 'lib/log.ts'))})
      const store = await openPostgres({ url: process.env.URL, log: createLog('silent') })
      store.doorbell.start()
      while (!store.doorbell.isHeard) await new Promise((resolve) => setTimeout(resolve, 10))
      await store.close()
      console.log('closed')`
    const args = ['--input-type=module', '-e', program]
    // One that ends with something unsettled says 13; whether it comes to that is a matter of moments.
    for (let run = 0; run < 5; run += 1) {
      const ended = promisify(execFile)(process.execPath, args, {
        env: { ...process.env, URL: postgres?.newUrl() },
      })
      await expect(ended).resolves.toMatchObject({ stdout: 'closed\n' })
    }
  },
)
