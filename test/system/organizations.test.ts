import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  type Account,
  bellhop,
  ownerIn,
  ROOT,
  type Served,
  serveBellhop,
  tempDir,
} from '../support/bellhop.ts'
import { startBucket } from '../support/bucket.ts'
import { authorization } from '../support/chat-uploads.ts'
import { freePort } from '../support/free-port.ts'
import { connectAsSuperuser } from '../support/organizations.ts'
import { startPostgres } from '../support/postgres.ts'
import { descendantsOf } from '../support/processes.ts'
import { startCaddy } from '../support/proxies.ts'

const NAMES = ['acme', 'globex'] as const
type Name = (typeof NAMES)[number]

const dir = tempDir()
const database = await startPostgres()
if (!database) throw new Error('There is no Postgres here: apt-get install postgresql.')
const bucket = await startBucket(dir.path)
afterAll(async () => {
  await bucket[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
  dir[Symbol.dispose]()
})

/** Everything but the schema is the same for both: role, data folder, bucket. */
const data = join(dir.path, 'data')
const envOf = (name: string) => ({
  BELLHOP_DATABASE_URL: database.url,
  BELLHOP_DATABASE_SCHEMA: name,
  BELLHOP_UPLOAD_STORE: bucket.location,
  BELLHOP_LOG_LEVEL: 'info',
  ...bucket.env,
})
const FLAGS = ['--data-dir', data, '--chat-rate-limits', 'off', '--trusted-proxies', '1']
const start = async (name: string, ...flags: string[]): Promise<Served> =>
  serveBellhop([...FLAGS, '--allowed-hosts', hostOf(name), ...flags], envOf(name))
const hostOf = (name: string) => `${name}.example.com`
const ownerOf = (name: string) => ownerIn(join(data, 'organizations', name))
const run = async (name: string, ...words: string[]) => {
  const outcome = await bellhop([...words, '--data-dir', data], { env: envOf(name) })
  expect(outcome, words.join(' ')).toMatchObject({ code: 0 })
  return outcome.stdout
}

interface Answer {
  status: number
  text: string
}

/** Asks the proxy for a path of an organization, which it knows by the host name alone. */
async function ask(
  port: number,
  name: string,
  path: string,
  {
    owner,
    fields,
    method = fields ? 'POST' : 'GET',
  }: { owner?: Account; fields?: Record<string, string>; method?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      host: hostOf(name),
      ...(owner ? authorization(owner) : {}),
      'content-type': 'application/x-www-form-urlencoded',
    }
    const asked = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    asked.once('error', reject)
    asked.end(fields ? new URLSearchParams(fields).toString() : undefined)
  })
}

/** Regular files that a process and those it has started hold open, but for programs and libraries. */
function openFiles({ process: { pid = 0 } }: Served): Set<string> {
  const files = new Set<string>()
  for (const one of [String(pid), ...descendantsOf(pid)]) {
    for (const fd of readdirSync(`/proc/${one}/fd`)) {
      try {
        const path = readlinkSync(`/proc/${one}/fd/${fd}`)
        if (/^\/(?!dev\/|proc\/|usr\/|lib)/.test(path) && !path.startsWith(ROOT)) files.add(path)
      } catch {
        // It was closed meanwhile.
      }
    }
  }
  return files
}

const send = async (port: number, name: string, owner: Account, content: string): Promise<Answer> =>
  ask(port, name, '/api/v1/messages', {
    owner,
    fields: { type: 'channel', to: 'general', topic: 'talk', content },
  })

async function messagesOf(port: number, name: string, owner: Account): Promise<string[]> {
  const query = 'anchor=newest&num_before=5000&num_after=0&apply_markdown=false'
  const narrow = encodeURIComponent('[{"operator":"topic","operand":"talk"}]')
  const { text } = await ask(port, name, `/api/v1/messages?${query}&narrow=${narrow}`, { owner })
  return (JSON.parse(text) as { messages: { content: string }[] }).messages.map(
    (one) => one.content,
  )
}

test('two that differ in nothing but their schema share no table, file or account, and one is backed up, stopped, dropped, restored and started while the other serves', async () => {
  const port = await freePort()
  const portOfAcme = String(await freePort())
  const startAcme = async () => start('acme', '--port', portOfAcme)
  const served: Record<Name, Served> = { acme: await startAcme(), globex: await start('globex') }
  await using _proxy = await startCaddy(
    () =>
      NAMES.map(
        (name) =>
          `http://${hostOf(name)}:${port} {\n\treverse_proxy ${new URL(served[name].url).host}\n}\n`,
      ).join(''),
    '',
    port,
  )
  const owners = { acme: ownerOf('acme'), globex: ownerOf('globex') }

  // Each is reached by its name, and knows its own keys only.
  for (const [name, other] of [NAMES, NAMES.toReversed()] as [Name, Name][]) {
    const { email } = owners[name]
    const statuses = [owners[name], { email, key: owners[other].key }, owners[other]].map(
      async (owner) => (await ask(port, name, '/api/v1/users/me', { owner })).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 401, 401])
  }

  // What is uploaded lies below the name of the organization, in the folder and in the bucket.
  const uploads = {} as Record<Name, string>
  for (const name of NAMES) {
    const body = new FormData()
    body.append('filename', new File([`upload of ${name}`], 'a.txt'))
    const answer = await fetch(`${served[name].url}/api/v1/user_uploads`, {
      method: 'POST',
      headers: authorization(owners[name]),
      body,
    })
    uploads[name] = ((await answer.json()) as { url: string }).url
    await send(port, name, owners[name], `first of ${name} [a](${uploads[name]})`)
  }
  expect(readdirSync(data)).toEqual(['organizations'])
  expect(readdirSync(join(data, 'organizations')).toSorted()).toEqual([...NAMES])
  const stored = readdirSync(join(dir.path, 's3'), { recursive: true, withFileTypes: true })
  const objects = stored.filter((one) => one.isFile() && one.name.endsWith('_object'))
  const places = objects.map(({ parentPath, name }) => [
    /organizations\/(\w+)/.exec(join(parentPath, name))?.[1],
    readFileSync(join(parentPath, name), 'utf8'),
  ])
  expect(places).toHaveLength(2)
  expect(Object.fromEntries(places)).toEqual({
    acme: 'upload of acme',
    globex: 'upload of globex',
  })
  expect([...openFiles(served.acme).intersection(openFiles(served.globex))]).toEqual([])

  // Somebody talks at the other one all the time.
  const hush = new AbortController()
  const sent: string[] = []
  const failures: Answer[] = []
  const talking = (async () => {
    for (let n = 0; !hush.signal.aborted; n += 1) {
      const answer = await send(port, 'globex', owners.globex, `number ${n}`)
      if (answer.status === 200) sent.push(`number ${n}`)
      else failures.push(answer)
    }
  })()
  const archive = join(dir.path, 'acme.tar.gz')
  await run('acme', 'backup', archive)
  await send(port, 'acme', owners.acme, 'after the backup')
  await served.acme[Symbol.asyncDispose]()
  expect((await ask(port, 'acme', '/readyz')).status).toBe(502)
  await using superuser = await connectAsSuperuser(database.url)
  await superuser.query('drop schema acme cascade')
  const before = sent.length
  await run('acme', 'restore', archive)
  await run('acme', 'migrate')
  // To another schema, too, with files of its own.
  await run('acme_copy', 'restore', archive)
  const copied = await superuser.query<{ content: string }>(
    'select content from acme_copy.chat_message',
  )
  expect(copied.rows.map(({ content }) => content)).toContain(`first of acme [a](${uploads.acme})`)
  expect(ownerOf('acme_copy')).toEqual(owners.acme)
  const findings = await bellhop(['doctor', '--data-dir', data], { env: envOf('acme') })
  expect(findings.stdout).toContain('schema acme')
  served.acme = await startAcme()
  await expect.poll(async () => (await ask(port, 'acme', '/readyz')).status).toBe(200)
  hush.abort()
  await talking
  expect(failures).toEqual([])
  expect(sent.length).toBeGreaterThan(before)

  // The restored one is as it was at its backup, the other one has all that was said there, and nothing else.
  const first = (name: Name) => `first of ${name} [a](${uploads[name]})`
  expect(await messagesOf(port, 'acme', owners.acme)).toEqual([first('acme')])
  expect(await messagesOf(port, 'globex', owners.globex)).toEqual([first('globex'), ...sent])
  for (const name of NAMES) {
    const file = await ask(port, name, uploads[name], { owner: owners[name] })
    expect(file).toEqual({ status: 200, text: `upload of ${name}` })
  }
  await Promise.all(NAMES.map(async (name) => served[name][Symbol.asyncDispose]()))
}, 300_000)
