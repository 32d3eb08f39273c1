import {
  type ChildProcess,
  execFileSync,
  type ExecFileSyncOptions,
  spawn,
} from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { madeOnce } from './made-once.ts'

/** Longest wait for one step of the server: created, accepting connections, stopped. */
const TURN_MAX_MS = 60_000

/** Schemas that are created at the start, one for each call of `newUrl`. */
const SCHEMAS = 200

/** Where distributions put the server binaries that are not on PATH, newest first. */
const VERSIONS_FOLDER = '/usr/lib/postgresql'

/** A private Postgres server of the running test file. */
export interface TestPostgres extends AsyncDisposable {
  /** Address of its default database, over a Unix socket only the tests can reach. */
  url: string
  /** Id of the server's process, whose children serve one connection each. */
  processId(): number | undefined
  /** Address of the same database with an empty schema of its own: as good as a new database, at once. */
  newUrl(): string
  /** Address of a database of its own, for what names its schema. */
  newDatabase(): string
  /** The content of a database, as SQL. */
  dump(url: string): string
  /** Ends the server: `fast` as an operator would, `immediate` as a crash would. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
  /** Starts it again on the same data. */
  start(): Promise<void>
}

function findBinaries(): string | undefined {
  const versions = existsSync(VERSIONS_FOLDER)
    ? readdirSync(VERSIONS_FOLDER).sort((a, b) => Number(b) - Number(a))
    : []
  const folders = [
    ...versions.map((version) => join(VERSIONS_FOLDER, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ]
  return folders.find((folder) =>
    ['initdb', 'postgres', 'psql'].every((binary) => existsSync(join(folder, binary))),
  )
}

/** Postgres refuses to run as root: there, the ids of the user `postgres` or `nobody` are borrowed. */
function unprivilegedIds(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const user of ['postgres', 'nobody']) {
    try {
      const id = (flag: string): number =>
        Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // No such user: try the next.
    }
  }
  throw new Error('Running as root, and there is no user to start Postgres as.')
}

async function ready(server: ChildProcess): Promise<void> {
  let output = ''
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error(`Postgres is slow:\n${output}`)), TURN_MAX_MS)
  server.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (output.includes('ready to accept connections')) resolve()
  })
  server.once('exit', () => reject(new Error(`Postgres ended:\n${output}`)))
  try {
    await promise
  } finally {
    clearTimeout(timer)
  }
}

/** Makes what a server keeps, with the schemas, without starting one. */
function createData(binaries: string, data: string, options: ExecFileSyncOptions): void {
  const init = ['-D', data, '-U', 'bellhop', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  execFileSync(join(binaries, 'initdb'), init, { ...options, stdio: 'pipe' })
  const schemas = Array.from({ length: SCHEMAS }, (_, n) => `create schema test_${n + 1};\n`)
  const alone = ['--single', '-F', '-D', data, 'postgres']
  execFileSync(join(binaries, 'postgres'), alone, {
    ...options,
    input: schemas.join(''),
    stdio: 'pipe',
  })
}

/** Connections that a server takes, where nothing else is asked for. */
const USUAL_MAX_CONNECTIONS = 60

/**
 * Starts a private server as an unprivileged user, or says loudly that there is none and returns
 * undefined, for `describe.skipIf`. Its data are not synced to disk, unless they are to be.
 */
export async function startPostgres({
  isSynced = false,
  maxConnections = USUAL_MAX_CONNECTIONS,
} = {}): Promise<TestPostgres | undefined> {
  const binaries = findBinaries()
  if (!binaries || process.platform === 'win32') {
    console.warn(
      'SKIPPED: the Postgres half of these tests, because no Postgres server is installed here. ' +
        'Install one (Debian: apt-get install postgresql) to run them.',
    )
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-pg-'))
  const ids = unprivilegedIds()
  if (ids) chownSync(folder, ids.uid, ids.gid)
  // Bounded: these run while a file is loaded, where no time limit of a test applies.
  const options = {
    ...ids,
    cwd: folder,
    env: { PATH: binaries, LC_ALL: 'C', TZ: 'UTC' },
    timeout: TURN_MAX_MS,
  }
  const data = join(folder, 'data')
  const template = madeOnce('postgres', (made) => {
    if (ids) chownSync(made, ids.uid, ids.gid)
    createData(binaries, join(made, 'data'), options)
  })
  if (template === undefined) createData(binaries, data, options)
  else execFileSync('/bin/cp', ['-a', join(template, 'data'), data], options)

  const url = `postgres://bellhop@localhost/postgres?host=${encodeURIComponent(folder)}`
  const serverArguments = [
    '-D',
    data,
    '-k',
    folder,
    '-h',
    '',
    '-c',
    `fsync=${isSynced ? 'on' : 'off'}`,
    '-N',
    String(maxConnections),
  ]
  let server: ChildProcess | undefined
  const start = async (): Promise<void> => {
    server = spawn(join(binaries, 'postgres'), serverArguments, {
      ...options,
      // It runs for as long as the file does.
      timeout: undefined,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await ready(server)
  }
  const stop = async (mode: 'fast' | 'immediate' = 'fast'): Promise<void> => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit', { signal: AbortSignal.timeout(TURN_MAX_MS) })
    server.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await ended
  }
  const killAtExit = (): void => {
    server?.kill('SIGQUIT')
  }
  process.once('exit', killAtExit)
  await start()
  let databases = 0
  let schemas = 0
  return {
    url,
    processId: () => server?.pid,
    newUrl() {
      schemas += 1
      if (schemas > SCHEMAS) throw new Error(`A test server has ${SCHEMAS} schemas.`)
      return `${url}&options=${encodeURIComponent(`-c search_path=test_${schemas}`)}`
    },
    newDatabase() {
      databases += 1
      const name = `other_${databases}`
      const create = [
        '-h',
        folder,
        '-U',
        'bellhop',
        '-d',
        'postgres',
        '-qc',
        `create database ${name}`,
      ]
      execFileSync(join(binaries, 'psql'), create, { ...options, stdio: 'pipe' })
      return url.replace('/postgres?', `/${name}?`)
    },
    dump: (database) =>
      execFileSync(join(binaries, 'pg_dump'), ['--inserts', '--no-owner', '-d', database], {
        ...options,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    stop,
    start,
    async [Symbol.asyncDispose]() {
      process.off('exit', killAtExit)
      await stop('immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
