import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import nacl from 'tweetnacl'

/** One notification as the relay got it. */
export interface Delivered {
  token_id: string
  fcm_priority?: string
  http_headers?: { apns_priority: number; apns_push_type: string }
  payload: { push_key_id: string; encrypted_data: string; aps?: Record<string, unknown> }
}

/** A relay on loopback that records its requests, and fails on demand. */
export interface TestRelay extends AsyncDisposable {
  url: string
  /** Its response by default. */
  answers: { register: Answer; notify: Answer }
  registered: Record<string, string>[]
  /** Every call that was made, refused ones too. */
  calls: { path: string; authorization: string | undefined }[]
  delivered: Delivered[]
}

interface Answer {
  status: number
  body: Record<string, unknown>
}

const OK: Answer = { status: 200, body: { result: 'success', msg: '' } }

/** Starts a relay. */
export async function startRelay(): Promise<TestRelay> {
  const state = {
    answers: { register: OK, notify: OK },
    registered: [] as Record<string, string>[],
    calls: [] as TestRelay['calls'],
    delivered: [] as Delivered[],
  }
  const server = createServer((request, response) => {
    void (async () => {
      const { status, body } = await respond(request)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })()
  })
  async function respond(request: IncomingMessage): Promise<Answer> {
    const path = request.url ?? ''
    state.calls.push({ path, authorization: request.headers.authorization })
    const body = await text(request)
    if (path === '/api/v1/remotes/push/e2ee/register') {
      const answer = state.answers.register
      if (answer.status === 200) {
        state.registered.push(Object.fromEntries(new URLSearchParams(body)))
      }
      return answer
    }
    const answer = state.answers.notify
    const { push_requests } = JSON.parse(body) as { push_requests: Delivered[] }
    if (answer.status === 200) state.delivered.push(...push_requests)
    return answer
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ...state,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Opens with another library what was encrypted for the holder of a key. Throws when it was not. */
export function opened(key: Uint8Array, { payload }: Delivered): Record<string, unknown> {
  const bytes = Buffer.from(payload.encrypted_data, 'base64')
  const plain = nacl.secretbox.open(bytes.subarray(24), bytes.subarray(0, 24), key)
  if (!plain) throw new Error('This key does not open it.')
  return JSON.parse(Buffer.from(plain).toString('utf8')) as Record<string, unknown>
}
