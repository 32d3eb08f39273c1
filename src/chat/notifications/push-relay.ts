import { OperationError } from '../../contract/errors.ts'
import type { OperatorAnswer, OperatorFetch } from '../../contract/net.ts'
import type { PushRelay } from './push-relay-port.ts'

/** Longest wait for the relay. */
const RELAY_DEADLINE_MS = 15_000

/** Responses are short lists of ids. */
const ANSWER_MAX_BYTES = 1_000_000

/** Statuses of final refusals by the relay. */
const FINAL_STATUS = 400

/** A relay client for the protocol of the public API (`/api/v1/remotes/push/e2ee`) at an address of the operator's. */
export function createPushRelay(send: OperatorFetch, url: string): PushRelay {
  const base = `${url.replace(/\/+$/, '')}/api/v1/remotes/push/e2ee`

  async function post(
    path: string,
    type: string,
    body: string,
    signal: AbortSignal,
  ): Promise<{ status: number; answer: Record<string, unknown> }> {
    const answered = await send(`${base}/${path}`, {
      signal,
      headers: { 'content-type': type },
      body,
      deadlineMs: RELAY_DEADLINE_MS,
      maxBytes: ANSWER_MAX_BYTES,
    })
    return { status: answered.status, answer: readAnswer(answered) }
  }

  return {
    async register(realm_uuid, { tokenId, relayKey, sealed }, signal) {
      const fields = new URLSearchParams({
        realm_uuid,
        token_id: tokenId,
        bouncer_public_key: relayKey,
        encrypted_push_registration: sealed,
      })
      const type = 'application/x-www-form-urlencoded'
      const { status, answer } = await post('register', type, fields.toString(), signal)
      if (status === 200) return undefined
      if (status === FINAL_STATUS) return codeOf(answer)
      throw relayFailed(status)
    },
    async notify(realm_uuid, push_requests, signal) {
      const body = JSON.stringify({ realm_uuid, push_requests })
      const { status, answer } = await post('notify', 'application/json', body, signal)
      if (status !== 200) throw relayFailed(status)
      const gone = answer['delete_token_ids']
      return Array.isArray(gone) ? gone.filter((id) => typeof id === 'string') : []
    },
  }
}

/** The error code of a refusal, for clients. */
function codeOf({ code }: Record<string, unknown>): string {
  return typeof code === 'string' && /^[A-Z_]{1,60}$/.test(code) ? code : 'BAD_REQUEST'
}

function readAnswer({ body }: OperatorAnswer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function relayFailed(status: number): OperationError {
  return new OperationError('upstream_failed', `The push relay answered ${status}.`)
}
