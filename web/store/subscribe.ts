import { call } from '../lib/api.ts'

/** Subscribes people to channels; the reader where none are named. Throws `Refused`. */
export async function subscribe(
  channels: readonly { name: string }[],
  people: readonly number[] = [],
): Promise<void> {
  if (channels.length === 0) return
  await call('POST', 'users/me/subscriptions', {
    subscriptions: channels.map(({ name }) => ({ name })),
    ...(people.length > 0 ? { principals: people } : {}),
  })
}
