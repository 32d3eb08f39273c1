import { type Answer, ok, type Person } from './chat-world.ts'

/** Stands for the end of history, as an anchor. */
export const NEWEST_ANCHOR = 10_000_000_000_000_000

/** Ids of the messages of an answer. */
export function idsOf(answer: Answer | undefined): number[] {
  return (ok(answer)['messages'] as { id: number }[]).map(({ id }) => id)
}

/** Fetches everything that a narrow holds. */
export async function fetchAll(who: Pick<Person, 'get'>, narrow: unknown): Promise<Answer> {
  return who.get('/messages', { narrow, anchor: 'oldest', num_before: 0, num_after: 1_000 })
}

/** Ids of everything that a narrow holds. */
export async function idsIn(who: Pick<Person, 'get'>, narrow: unknown): Promise<number[]> {
  return idsOf(await fetchAll(who, narrow))
}
