import { badRequest } from '../kernel/failures.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Subscription } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { requireChannelById, type SeenChannel } from './access.ts'

/** A change of one personal setting of a channel. */
export interface PropertyChange {
  stream_id: number
  property: string
  value: unknown
}

/** Columns of the boolean settings. */
const SWITCHES = {
  pin_to_top: 'is_pinned',
  is_muted: 'is_muted',
  desktop_notifications: 'desktop_notifications',
  email_notifications: 'email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
  push_notifications: 'push_notifications',
  audible_notifications: 'audible_notifications',
} as const satisfies Record<string, keyof Subscription>

/** Changes personal settings of channels that the caller is subscribed to, archived ones included, all or nothing. */
export async function changeSubscriptionProperties(
  chat: Chat,
  actor: Actor,
  changes: readonly PropertyChange[],
): Promise<void> {
  const db = reader(chat)
  const user_id = actor.user.id
  const member = await loadMember(db, actor, chat.now().getTime())
  const checked: ({ seen: SeenChannel } & ReturnType<typeof check>)[] = []
  for (const change of changes) {
    const seen = await requireChannelById(db, member, change.stream_id)
    checked.push({ seen, ...check(seen, change) })
  }
  await writeChat(chat, async ({ tx, emit }) => {
    for (const { seen, columns, updates } of checked) {
      await tx
        .updateTable('chat_subscription')
        .set(columns)
        .where('user_id', '=', user_id)
        .where('channel_id', '=', seen.channel.id)
        .execute()
      const stream_id = seen.channel.id
      for (const change of updates) {
        emit({
          payload: { type: 'subscription', op: 'update', stream_id, ...change },
          to: { users: [user_id] },
        })
      }
    }
  })
}

/** The color of a subscription as clients expect it: six lowercase hex digits. Throws for anything but a hex color code. */
export function readColor(value: unknown): string {
  if (typeof value !== 'string' || !/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)) {
    throw badRequest('color is not a valid hex color code')
  }
  const digits = value.slice(1).toLowerCase()
  return digits.length === 3 ? `#${digits.replaceAll(/./g, '$&$&')}` : `#${digits}`
}

function check({ channel, subscription }: SeenChannel, { property, value }: PropertyChange) {
  if (subscription?.is_active !== 1) {
    throw badRequest(`Not subscribed to channel id ${channel.id}`)
  }
  if (property === 'color') {
    const color = readColor(value)
    return { columns: { color }, updates: [{ property, value: color }] as const }
  }
  // The older name, whose meaning is the inverse.
  const isInverse = property === 'in_home_view'
  const name = isInverse ? 'is_muted' : property
  if (!isSwitch(name)) throw badRequest(`Unknown subscription property: ${property}`)
  if (typeof value !== 'boolean') throw badRequest(`${property} is not a boolean`)
  const isOn = value !== isInverse
  const columns = { [SWITCHES[name]]: isOn ? 1 : 0 }
  const updates = [{ property: name, value: isOn }] as const
  // Clients that know only the older name hear of it under that one.
  const older = [{ property: 'in_home_view', value: !isOn }] as const
  return { columns, updates: name === 'is_muted' ? [...updates, ...older] : updates }
}

function isSwitch(name: string): name is keyof typeof SWITCHES {
  return Object.hasOwn(SWITCHES, name)
}
