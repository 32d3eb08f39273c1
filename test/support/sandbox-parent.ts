// A parent process of its own: says the id of its sandbox child, then ends or waits, and never closes.
import { createLog } from '../../src/lib/log.ts'
import { Pool } from '../../src/sandbox/pool.ts'
import { poolOptions } from '../../src/sandbox/sandbox.ts'

const entry = new URL('./sandbox-hostile-child.ts', import.meta.url)
const pool = new Pool(poolOptions({ log: createLog('silent'), entry, limits: { idleMs: 60_000 } }))
const signal = new AbortController().signal

const pid = await pool.run('pid', undefined, { signal })
await pool.run('print', undefined, { signal })
process.stdout.write(`${String(pid)}\n`)
if (process.argv[2] === 'wait') setInterval(() => {}, 60_000)
