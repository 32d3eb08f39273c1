import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { bellhop, cleanEnv, CLI, ROOT } from './bellhop.ts'
import { startBucket } from './bucket.ts'
import { systemProgram } from './debian.ts'
import { freePort } from './free-port.ts'
import { startPostgres } from './postgres.ts'
import { startCaddy } from './proxies.ts'

const FOLDER = join(ROOT, 'deploy')

/** What an operator writes into `.env`. */
const OPERATOR = {
  BELLHOP_NAME: 'bellhop.example.com',
  POSTGRES_PASSWORD: 'words-of-a-test',
  BUCKET_SECRET: 'more-words-of-a-test',
}

/** A service of the compose file, as far as a process follows from it. */
export interface Service {
  image: string
  environment?: Record<string, string>
  command?: string[]
  depends_on?: Record<string, { condition: string }>
  [setting: string]: unknown
}

/** The services of a file of `deploy/`, as Debian's docker-compose reads it; throws what it finds wrong. */
export function readCompose(
  file = 'compose.yaml',
  settings: Readonly<Record<string, string>> = {},
): Record<string, Service> {
  const program = systemProgram('docker-compose', 'docker-compose')
  const env = { PATH: process.env['PATH'] ?? '', ...OPERATOR, ...settings }
  const config = execFileSync(program, ['-f', file, 'config'], {
    cwd: FOLDER,
    env,
    encoding: 'utf8',
  })
  return (parse(config) as { services: Record<string, Service> }).services
}

/** What the image of the Dockerfile starts with: settings, and the command without `node`. */
function readImage(): { env: Record<string, string>; words: string[] } {
  const file = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  const settings = /^ENV (.*)$/m.exec(file)?.[1]?.split(' ') ?? []
  const command = JSON.parse(/^CMD (.*)$/m.exec(file)?.[1] ?? '[]') as string[]
  return {
    env: Object.fromEntries(settings.map((pair) => pair.split('=') as [string, string])),
    words: command.slice(1),
  }
}

/** A server of a deployment. */
export interface Member {
  url: string
  kill(): Promise<void>
}

/** The services of the compose file, running as processes of this machine. */
export interface Deployment extends AsyncDisposable {
  /** Where people and programs reach it. */
  url: string
  members: Member[]
  /** Runs a command of the program as in the container of a server. */
  exec(words: readonly string[], input?: string): ReturnType<typeof bellhop>
}

/**
 * Starts what the compose file says, in its order, without containers: commands and settings are those of the file and of the
 * Dockerfile, and only where each listens and where it finds others is that of this machine. The public address is plain HTTP.
 * Undefined where no Postgres is installed.
 */
export async function startDeployment(folder: string): Promise<Deployment | undefined> {
  const services = readCompose()
  const image = readImage()
  const postgres = await startPostgres()
  if (!postgres) return undefined
  const bucket = await startBucket(folder, { isThere: false })
  const port = await freePort()
  const url = `http://localhost:${port}`
  const database = postgres.newDatabase()
  const data = join(folder, 'data')
  mkdirSync(data)
  const here = (value: string): string =>
    value
      .replace(`postgres://bellhop:${OPERATOR.POSTGRES_PASSWORD}@postgres:5432/bellhop`, database)
      .replace('http://bucket:9000', bucket.endpoint)
      .replace(`https://${OPERATOR.BELLHOP_NAME}`, url)
      .replace(OPERATOR.BELLHOP_NAME, `localhost:${port}`)
  const envOf = (name: string) => ({
    ...image.env,
    ...Object.fromEntries(
      Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [key, here(value)]),
    ),
    ...bucket.env,
    BELLHOP_HOST: '127.0.0.1',
    BELLHOP_PORT: '0',
    BELLHOP_DATA_DIR: data,
    // Without TLS, this is to be said.
    BELLHOP_OAUTH: 'on',
  })
  const wordsOf = (name: string) =>
    (services[name]?.command?.slice(1) ?? image.words).map((word) =>
      word === 'lib/bellhop.mjs' ? CLI[1] : word,
    )
  const migration = spawn(process.execPath, wordsOf('migrate'), {
    env: cleanEnv(envOf('migrate')),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(migration, 'exit')) as [number]
  if (code !== 0) throw new Error(`migrate ended with ${code}.`)
  const names = Object.keys(services).filter((name) => /^bellhop-\d$/.test(name))
  const members: (Member & { name: string })[] = []
  for (const name of names) {
    members.push({ name, ...(await startMember(wordsOf(name), envOf(name))) })
  }
  const caddy = await startCaddy(
    () => {
      const site = readFileSync(join(FOLDER, 'compose.Caddyfile'), 'utf8')
      return members.reduce(
        (text, member) => text.replace(`${member.name}:8402`, new URL(member.url).host),
        site.replace('{$BELLHOP_NAME}', `http://localhost:${port}`),
      )
    },
    '',
    port,
  )
  return {
    url,
    members,
    exec: async (words, input) =>
      bellhop(words, { env: envOf(names[0] ?? ''), ...(input === undefined ? {} : { input }) }),
    async [Symbol.asyncDispose]() {
      await caddy[Symbol.asyncDispose]()
      await Promise.all(members.map(async ({ kill }) => kill()))
      await bucket[Symbol.asyncDispose]()
      await postgres[Symbol.asyncDispose]()
    },
  }
}

async function startMember(words: string[], env: Record<string, string>): Promise<Member> {
  const child = spawn(process.execPath, words, {
    env: cleanEnv(env),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const gone = once(child, 'exit')
  let stderr = ''
  const url = await new Promise<string>((listening, reject) => {
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk
      const found = /"url":"([^"]+)"/.exec(stderr)?.[1]
      if (found !== undefined) listening(found)
    })
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${stderr}`)))
  })
  return {
    url,
    async kill() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await gone
    },
  }
}
