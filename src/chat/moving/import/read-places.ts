import { firstChars } from '../../../lib/text.ts'
import { RECIPIENT_TYPES } from '../rows.ts'
import type { Importing } from './progress.ts'
import { flagIn, idIn, intIn, textIn } from './values.ts'

/** Where messages of the export went, by the ids of its recipients. */
export interface Places {
  channels: ReadonlyMap<number, number>
  /** A person, to whom a message is direct. */
  people: ReadonlyMap<number, number>
  groups: ReadonlyMap<number, ReadonlySet<number>>
  /** Subscribers of channels, by the ids that these have here. */
  members: ReadonlyMap<number, ReadonlySet<number>>
  clients: ReadonlyMap<number, string>
  /** Accounts of the export that were here before. */
  olderAccounts: ReadonlySet<number>
}

/** Finds out where the recipients of an export are here. */
export function readPlaces({ source, ids }: Importing): Places {
  const recipients = source.rows('zerver_recipient')
  const ofType = (type: number, kind: 'channel' | 'user') =>
    new Map(
      recipients
        .filter((row) => row['type'] === type)
        .flatMap((row): [number, number][] => {
          const id = ids.get(`${kind}:${idIn(row, 'type_id')}`)
          return id === undefined ? [] : [[intIn(row, 'id'), id]]
        }),
    )
  const groupIds = new Set(
    recipients.filter((row) => row['type'] === RECIPIENT_TYPES.group).map((row) => row['id']),
  )
  const channels = ofType(RECIPIENT_TYPES.channel, 'channel')
  const groups = new Map<number, Set<number>>()
  const members = new Map<number, Set<number>>()
  for (const row of source.rows('zerver_subscription')) {
    const user = ids.get(`user:${idIn(row, 'user_profile')}`)
    const recipient = intIn(row, 'recipient')
    const channel = channels.get(recipient)
    if (user === undefined) continue
    if (groupIds.has(row['recipient'])) addTo(groups, recipient, user)
    else if (channel !== undefined && flagIn(row, 'active')) addTo(members, channel, user)
  }
  return {
    channels,
    people: ofType(RECIPIENT_TYPES.person, 'user'),
    groups,
    members,
    olderAccounts: new Set(
      [...ids]
        .filter(([key]) => key.startsWith('user:') && !ids.has(`newcomer:${key.slice(5)}`))
        .map(([, id]) => id),
    ),
    clients: new Map(
      source
        .rows('zerver_client')
        .map((row) => [intIn(row, 'id'), firstChars(textIn(row, 'name'), 30)]),
    ),
  }
}

function addTo(sets: Map<number, Set<number>>, key: number, value: number): void {
  const known = sets.get(key)
  if (known) known.add(value)
  else sets.set(key, new Set([value]))
}
