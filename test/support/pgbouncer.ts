import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

/** Where Debian puts it. */
const BINARY = '/usr/sbin/pgbouncer'

/** Tries to reach it after its start, one every 50 ms. */
const TRIES_MAX_COUNT = 200
const TRY_PAUSE_MS = 50

/** Any name will do: it listens on a socket in a folder of its own. */
const PORT = 6432

/** A private pgbouncer before a private Postgres. */
export interface TestPgbouncer extends AsyncDisposable {
  /** The address of its database there. */
  url: string
}

/** Starts pgbouncer in transaction mode with few connections before a database; undefined where it is not installed. */
export async function startPgbouncer(database: string): Promise<TestPgbouncer | undefined> {
  if (!existsSync(BINARY)) {
    console.warn(
      'SKIPPED: tests beside pgbouncer, which is not installed (Debian: apt-get install pgbouncer).',
    )
    return undefined
  }
  const host = new URL(database).searchParams.get('host') ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-bouncer-'))
  const users = join(folder, 'users.txt')
  writeFileSync(users, '"bellhop" ""\n')
  const settings = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `postgres = host=${host} dbname=postgres`,
    '[pgbouncer]',
    `unix_socket_dir = ${folder}`,
    `listen_port = ${PORT}`,
    'auth_type = trust',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'default_pool_size = 3',
    'max_client_conn = 200',
  ]
  writeFileSync(settings, lines.join('\n'))
  const isRoot = process.getuid?.() === 0
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const ids = isRoot ? { uid: id('-u'), gid: id('-g') } : {}
  if (isRoot) for (const path of [folder, users, settings]) chownSync(path, id('-u'), id('-g'))
  const child = spawn(BINARY, [settings], { ...ids, stdio: 'ignore' })
  const url = `postgres://bellhop@localhost:${PORT}/postgres?host=${encodeURIComponent(folder)}`
  for (let tries = 0; !(await answers(url)); tries += 1) {
    if (tries > TRIES_MAX_COUNT) throw new Error('pgbouncer does not answer.')
    await sleep(TRY_PAUSE_MS)
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
