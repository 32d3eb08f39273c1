import { recoverTypedDataAddress, serializeTypedData, type TypedData } from 'viem'
import { z } from 'zod'
import type { OperatorFetch } from '../../contract/net.ts'
import type { Secret } from '../../lib/secret.ts'
import type { TypedMessage } from '../protocol/permits.ts'
import { sameAddress } from './policy.ts'
import type { Signer } from './sign.ts'

/** A key that is kept elsewhere, behind JSON-RPC. */
export interface RemoteSignerSettings {
  url: string
  /** The account that signs. */
  address: `0x${string}`
  /** Bearer key of the signer. */
  key?: Secret | undefined
}

/** Longest wait for a signature: a person may have to confirm. */
const SIGN_MAX_MS = 60_000

/** Longest answer of a signer. */
const ANSWER_MAX_BYTES = 16 * 1024

/** A signature of 65 bytes, as a key makes it. */
const answerSchema = z.object({
  result: z
    .string()
    .regex(/^0x[0-9a-fA-F]{130}$/)
    .transform((text) => text as `0x${string}`),
})

/**
 * Signs by asking another server (`eth_signTypedData_v4`, EIP-712), as key services, hardware bridges and
 * development nodes offer it. What comes back is checked before it is used. Throws when it is no signature
 * of that account, or when there is no answer.
 */
export function openRemoteSigner(
  { url, address, key }: RemoteSignerSettings,
  fetch: OperatorFetch,
): Signer {
  return {
    address,
    async signTypedData(data) {
      const request = {
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_signTypedData_v4',
        params: [address, serializeTypedData({ ...data, types: withDomain(data) })],
      }
      const { body } = await fetch(url, {
        method: 'POST',
        signal: AbortSignal.timeout(SIGN_MAX_MS),
        headers: {
          'content-type': 'application/json',
          ...(key ? { authorization: `Bearer ${key.reveal()}` } : {}),
        },
        body: JSON.stringify(request),
        deadlineMs: SIGN_MAX_MS,
        maxBytes: ANSWER_MAX_BYTES,
      })
      const { data: answer } = answerSchema.safeParse(parseJson(body))
      // Without its message, which may contain anything.
      if (!answer) throw new Error('The signer gave no signature.')
      const by = await recoverTypedDataAddress({ ...data, signature: answer.result })
      if (!sameAddress(by, address)) throw new Error('The signer signed for another account.')
      return answer.result
    },
  }
}

/** Signers want the type of the domain spelled out. */
function withDomain({ types, domain }: TypedMessage): TypedData {
  const fields = [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ]
  return { EIP712Domain: fields.filter(({ name }) => name in domain), ...types }
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown
  } catch {
    return undefined
  }
}
