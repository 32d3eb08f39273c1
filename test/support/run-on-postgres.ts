import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ROOT } from './bellhop.ts'
import { countStores, DATABASE_VARIABLE } from './database.ts'

/** What became of a run of tests. */
export interface TestRun {
  /** 0 where all passed. */
  code: number
  said: string
  /** How many stores it has made on the server. */
  stores: number
}

/** Runs test files of a project with all that the chat keeps on a Postgres server. */
export async function runOnPostgres(
  url: string,
  project: 'unit' | 'e2e',
  paths: readonly string[],
): Promise<TestRun> {
  const args = ['vitest', 'run', '--project', project, '--maxWorkers=1', '--testTimeout=120000']
  const child = spawn('npx', [...args, '--hookTimeout=120000', ...paths], {
    cwd: ROOT,
    env: { ...process.env, [DATABASE_VARIABLE]: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  const [code] = (await once(child, 'exit')) as [number]
  console.log(said.split('\n').slice(-12).join('\n'))
  return { code, said, stores: await countStores(url) }
}
