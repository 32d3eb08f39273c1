import { alice } from './chat-people.ts'
import { type Answer, ok } from './chat-world.ts'

/** A draft as clients send it. */
export const DRAFT = {
  type: 'stream',
  to: [1],
  topic: 'plans',
  content: 'What if',
  timestamp: 1_700_000_000,
}

/** Alice stores drafts, each like DRAFT but for what is given. */
export async function createDrafts(...drafts: readonly object[]): Promise<Answer> {
  return alice.post('/drafts', { drafts: drafts.map((one) => ({ ...DRAFT, ...one })) })
}

/** Lists the drafts of somebody, Alice unless another one is given. */
export async function listDrafts(who = alice): Promise<Answer> {
  return ok(await who.get('/drafts'))
}
