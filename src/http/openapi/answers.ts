import { errorAnswer, type Json } from './shapes.ts'

/** The description of a refusal that many routes share. */
export const refusal = (status: number): Json => ({
  $ref: `#/components/responses/Refusal${status}`,
})

/** The refusal of a request from a page of somebody else. */
export const FORGED = errorAnswer(
  '`CSRF_FAILED`: the request does not come from a page of this server.',
)

/** The envelope of the chat around these fields, all of them required unless said otherwise. */
export const envelopeOf = (
  properties: Json = {},
  required: readonly string[] = Object.keys(properties),
): Json => ({
  type: 'object',
  required: ['result', 'msg', ...required],
  properties: { result: { const: 'success' }, msg: { type: 'string' }, ...properties },
})
