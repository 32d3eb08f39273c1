// A parent process of its own: says the id of its sandbox child, then ends, waits, or waits for a child that spins, and
// never closes. A second argument is where to look for the programs that confine the child, a third one the mode.
import type { SandboxMode } from '../../src/contract/sandbox.ts'
import { createLog } from '../../src/lib/log.ts'
import { Pool } from '../../src/sandbox/pool.ts'
import { poolOptions } from '../../src/sandbox/sandbox.ts'

const entry = new URL('./sandbox-hostile-child.ts', import.meta.url)
const [, , after, searchPath = '', mode = 'auto'] = process.argv
const pool = new Pool(
  poolOptions({
    log: createLog('silent'),
    entry,
    searchPath,
    mode: mode as SandboxMode,
    limits: { idleMs: 60_000 },
  }),
)
const signal = new AbortController().signal

const pid = await pool.run('pid', undefined, { signal })
await pool.run('print', undefined, { signal })
if (after === 'spin') void pool.run('spin', undefined, { signal, deadlineMs: 600_000 })
process.stdout.write(`${String(pid)} ${(await pool.isolation()).layers.join(' ')}\n`)
if (after !== undefined) setInterval(() => {}, 60_000)
