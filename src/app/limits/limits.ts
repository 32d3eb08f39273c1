import { callLimits } from './call-limits.ts'
import { chatLimits } from './chat-limits.ts'
import type { Limit } from './limit.ts'
import type { Counted, Share } from './share.ts'
import { shares } from './shares.ts'

/** Of the others, the meaning says it. */
const WHOSE: Readonly<Record<Counted, string>> = {
  server: ', of all callers',
  principal: ' caller',
  'key or chat account': ' key or chat account',
  'address without a key': ', of callers without a key at one address',
  'chat account': ', of one chat account',
  organization: ', of the organization',
  payer: '',
  address: ', of one address',
  client: '',
  'chat message': '',
  call: '',
}

/** Limits in force that a caller may meet, for documents. */
export const limits: readonly Limit[] = [...callLimits, ...chatLimits, ...shares.map(limitOf)]

function limitOf({ meaning, value, unit, counts, setting }: Share): Limit {
  const whose = WHOSE[counts]
  const unless = setting === undefined ? '' : ', unless set otherwise'
  return { meaning: `${meaning}${whose}${unless}`, value, unit }
}
