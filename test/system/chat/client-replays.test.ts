import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, type Served, serveBellhop } from '../../support/bellhop.ts'
import { canaries } from '../../support/canaries.ts'
import type { Answer, Fields } from '../../support/chat-world.ts'
import {
  REPLAY_AGENTS,
  type ReplayCall,
  replayPhone,
  type ReplayScene,
  replayTerminal,
  type ReplayUpload,
} from '../../support/client-replays.ts'
import { answerFaults, decodingFaults } from '../../support/strict-decoders.ts'

const { password } = canaries()
let server: Served
beforeAll(async () => {
  server = await serveBellhop()
})
afterAll(async () => server[Symbol.asyncDispose]())

/** Somebody who calls a running server, as a client of this name does, and everything that was wrong with the answers. */
function callerAt(account: Account, agent: string) {
  const faults: string[] = []
  let calls = 0
  const headers = {
    authorization: `Basic ${btoa(`${account.email}:${account.key}`)}`,
    'user-agent': agent,
  }
  const judge = async (what: string, response: Response, shape = ''): Promise<Answer> => {
    calls += 1
    const answer = (await response.json()) as Answer
    const { result, msg, ignored_parameters_unsupported: ignored } = answer
    if (response.status !== 200 || result !== 'success') faults.push(`${what}: ${msg}`)
    // The bindings for Python say in the body too which message the path names, which every server tells of.
    const unknown = [ignored ?? []].flat().filter((one) => one !== 'message_id')
    if (unknown.length > 0) faults.push(`${what} ignores ${unknown.join()}`)
    if (shape !== '') {
      faults.push(...answerFaults(answer, shape).map((one) => `${what}: ${one.slice(0, 500)}`))
    }
    const events = Array.isArray(answer['events']) ? (answer['events'] as Answer[]) : []
    faults.push(...events.flatMap((event) => decodingFaults(event)))
    return answer
  }
  const call: ReplayCall = async (method, path, fields: Fields = {}, shape = '') => {
    const form = new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    )
    const url = `${server.url}/api/v1${path}`
    const isRead = method === 'GET'
    const response = await fetch(isRead ? `${url}?${form.toString()}` : url, {
      method,
      headers,
      ...(isRead ? {} : { body: form }),
    })
    return judge(`${method} ${path}`, response, shape)
  }
  const upload: ReplayUpload = async (field, name, content) => {
    const body = new FormData()
    body.append(field, new File([content], name))
    const response = await fetch(`${server.url}/api/v1/user_uploads`, {
      method: 'POST',
      headers,
      body,
    })
    return judge('POST /user_uploads', response, 'uri:str url:str')
  }
  return { call, upload, faults, calls: () => calls }
}

/** Two people, a channel, and what was said there. */
async function setScene(name: string): Promise<{ account: Account; scene: ReplayScene }> {
  const owner = callerAt(server.owner(), 'test/1')
  const add = async (full_name: string) => {
    const email = `${full_name.toLowerCase()}@example.org`
    const { user_id: id } = await owner.call('POST', '/users', { email, full_name, password })
    const signedIn = await owner.call('POST', '/fetch_api_key', { username: email, password })
    return { id: Number(id), email, key: String(signedIn['api_key']) }
  }
  const [me, other] = [await add(`${name}Me`), await add(`${name}Other`)]
  const subscribers = [me.id, other.id]
  const made = await owner.call('POST', '/channels/create', { name: `${name} room`, subscribers })
  const channel = { id: Number(made['id']), name: `${name} room` }
  const theirs = callerAt(other, 'test/1')
  const topic = { type: 'channel', to: channel.name, topic: 'plans' }
  for (const content of ['What are the plans?', `@**${name}Me** what do you think of plans?`]) {
    await theirs.call('POST', '/messages', { ...topic, content })
  }
  await theirs.call('POST', '/messages', { type: 'direct', to: [me.id], content: 'psst' })
  expect([...owner.faults, ...theirs.faults]).toEqual([])
  return { account: me, scene: { channel, other, login: { email: me.email, password } } }
}

/** No token of an older client is kept, which the app does not mind. */
const NO_TOKEN = 'DELETE /users/me/android_gcm_reg_id: Token does not exist'

test.each([
  ['terminal', replayTerminal, 30, []],
  ['phone', replayPhone, 50, [NO_TOKEN]],
] as const)('what the client on a %s calls succeeds and decodes', async (...row) => {
  const [name, replay, count, refused] = row
  const { account, scene } = await setScene(name)
  const caller = callerAt(account, REPLAY_AGENTS[name])
  await replay(caller.call, caller.upload, scene)
  expect(caller.faults).toEqual(refused)
  expect(caller.calls()).toBeGreaterThanOrEqual(count)
})

test('the table of emoji that the app for phones asks for is where the snapshot says', async () => {
  const { call } = callerAt(server.owner(), REPLAY_AGENTS.phone)
  const { server_emoji_data_url: url } = await call('POST', '/register', {
    fetch_event_types: ['realm_emoji', 'realm'],
  })
  const table = (await (await fetch(new URL(String(url), server.url))).json()) as {
    code_to_names: Record<string, string[]>
  }
  expect(table.code_to_names['1f389']).toContain('tada')
})
