import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WORLDS_DATABASE_VARIABLE } from '../../support/chat-world.ts'
import { startPostgres } from '../../support/postgres.ts'

const server = await startPostgres()
const root = join(import.meta.dirname, '../../..')

/** Runs tests of the chat with all their worlds on Postgres; answers the exit code and what was said. */
async function runOn(url: string, paths: readonly string[]) {
  const args = ['vitest', 'run', '--project', 'unit', '--maxWorkers=1', '--testTimeout=120000']
  const child = spawn('npx', [...args, ...paths], {
    cwd: root,
    env: { ...process.env, [WORLDS_DATABASE_VARIABLE]: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  const [code] = (await once(child, 'exit')) as [number]
  return { code, said }
}

test.skipIf(!server)(
  'every operation and every proof of the chat does on Postgres what it does on SQLite',
  { timeout: 3_600_000 },
  async () => {
    if (!server) return
    await using running = server
    const { code, said } = await runOn(running.url, ['test/tools/chat', 'test/src/chat'])
    console.log(said.split('\n').slice(-12).join('\n'))
    expect(code, said.slice(-20_000)).toBe(0)
  },
)
