import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type Served, serveBellhop, tempDir } from '../support/bellhop.ts'
import { canaries } from '../support/canaries.ts'
import { systemProgram } from '../support/debian.ts'
import { DOCUMENTED_EXAMPLES, type DocumentedExample } from '../support/documented-examples.ts'
import { followExamples } from '../support/follow-examples.ts'
import { pngOf } from '../support/pictures.ts'

type Answer = Record<string, unknown> & { result: string }

/** The client replaces the global one. */
const { FormData: NativeFormData } = globalThis
const { default: connect } = await import('zulip-js')

const FILES = {
  text: ['plan.txt', Buffer.from('plan').toString('base64')],
  picture: ['picture.png', pngOf(8, 8).toString('base64')],
} as const

let dir: ReturnType<typeof tempDir>
let server: Served
afterEach(async () => {
  await server[Symbol.asyncDispose]()
  dir[Symbol.dispose]()
})

/** A server with an owner and a member; what examples are given of them. */
async function start() {
  dir = tempDir()
  server = await serveBellhop(['--data-dir', dir.path, '--chat-rate-limits', 'off'])
  const { email, key } = server.owner()
  const password = canaries().password
  const headers = { authorization: `Basic ${btoa(`${email}:${key}`)}` }
  const post = async (path: string, method: string, fields: Record<string, string>) => {
    const body = new URLSearchParams(fields)
    const response = await fetch(`${server.url}/api/v1${path}`, { method, headers, body })
    return (await response.json()) as Answer
  }
  const member = { email: 'member@example.com', password, full_name: 'Member' }
  const added = await post('/users', 'POST', member)
  const given = { member: added['user_id'], member_email: member.email, password, own_email: email }
  return { email, key, given }
}

/** Faults: the examples that were refused. */
function refusals(answers: readonly Answer[]): unknown[] {
  return answers.flatMap((answer, index) => {
    const example = DOCUMENTED_EXAMPLES[index]
    return answer.result === 'success' ? [] : [[`${example?.method} ${example?.path}`, answer]]
  })
}

test('every example of the documentation succeeds as Python sends it', async () => {
  const { email, key, given } = await start()
  const python = systemProgram('python3', 'python3-minimal')
  const program = join(import.meta.dirname, '../support/documented_examples.py')
  const input = { url: server.url, email, key, given, examples: DOCUMENTED_EXAMPLES, files: FILES }
  const output = await new Promise<string>((resolve, reject) => {
    const child = execFile(python, [program], { maxBuffer: 50_000_000 }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    )
    child.stdin?.end(JSON.stringify(input))
  })
  const answers = JSON.parse(output) as Answer[]
  expect(answers).toHaveLength(DOCUMENTED_EXAMPLES.length)
  expect(refusals(answers)).toEqual([])
})

test('every example of the documentation succeeds as JavaScript sends it', async () => {
  const { email, key, given } = await start()
  const client = await connect({ username: email, apiKey: key, realm: server.url })
  const answers = await followExamples({ ...given }, async (path, example, request) => {
    const answer = example.file
      ? await sendFile(path, example, { email, key })
      : await client.callEndpoint(path, example.method, asText(request))
    return answer as Answer
  })
  expect(refusals(answers)).toEqual([])
})

async function sendFile(
  path: string,
  { file = 'text' }: DocumentedExample,
  { email, key }: { email: string; key: string },
): Promise<unknown> {
  const body = new NativeFormData()
  const [name, content] = FILES[file]
  body.append('file', new File([Buffer.from(content, 'base64')], name))
  const headers = { authorization: `Basic ${btoa(`${email}:${key}`)}` }
  const target = `${server.url}/api/v1${path}`
  return (await fetch(target, { method: 'POST', headers, body })).json()
}

/** As the examples write it for this client: everything but texts as JSON. */
function asText(request: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(request).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}
