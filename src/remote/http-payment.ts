import { decodeChallenge, decodeSettlement, readChallenge } from '../pay/protocol/codec.ts'
import type { Challenge, Settlement } from '../pay/protocol/messages.ts'
import { PAYMENT_RESPONSE_HEADER, V1_RESPONSE_HEADER } from '../pay/protocol/names.ts'

/** The settlement that the head of an answer tells, in either version of the protocol. */
export function settlementOf(headers: Readonly<Record<string, string>>): Settlement | undefined {
  const header =
    headers[PAYMENT_RESPONSE_HEADER.toLowerCase()] ?? headers[V1_RESPONSE_HEADER.toLowerCase()]
  return header === undefined ? undefined : decodeSettlement(header)
}

/** The challenge of a 402: in its header, or else in its body. */
export function challengeOfHttp(header: string | undefined, body: unknown): Challenge | undefined {
  return (header && decodeChallenge(header)) || readChallenge(body)
}
