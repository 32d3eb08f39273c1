import { direct, unreadIn } from '../store/conversations.ts'
import { directAddress, peopleNames } from '../store/names.ts'
import { place } from '../store/place.ts'
import { presenceOf } from '../store/presence.ts'
import { directKey, state } from '../store/state.ts'
import { unreadDirect } from '../store/unread.ts'
import { destinationOf } from '../store/views.ts'
import { Icon } from '../ui/icon.tsx'
import { t } from '../words/frame.ts'
import { Count } from './count.tsx'

/** Conversations that the navigation shows, beside those with something unread. */
const SHOWN_MAX = 10

/** People who are shown where there are hardly any conversations yet; all of them have a page. */
const PEOPLE_MAX = 8

/** Direct conversations with people, agents and groups, the last ones first; in a new team, people to write to. */
export function DirectList() {
  const to = destinationOf(place.value.terms ?? [])
  const here = to?.kind === 'direct' ? to.people : undefined
  const listed = withoutTwins([
    ...(here && !isAmongLast(here) ? [here] : []),
    ...lastConversations().filter(
      (people, index) => index < SHOWN_MAX || unreadIn({ kind: 'direct', people }).count > 0,
    ),
    ...unreadDirect.value.map(({ people }) => people),
  ])
  const people = withoutTwins([...listed, ...peopleToMeet().slice(0, PEOPLE_MAX)])
  const shown = people.slice(0, Math.max(listed.length, PEOPLE_MAX))
  return (
    <ul class="list">
      {shown.map((one) => {
        const key = directKey(one)
        return (
          <li key={key}>
            <a
              class="item"
              href={directAddress(one)}
              aria-current={here && directKey(here) === key ? 'page' : undefined}
            >
              <Presence people={one} />
              <span class="truncate">{peopleNames(one)}</span>
              <Count count={unreadIn({ kind: 'direct', people: one }).count} isStrong />
            </a>
          </li>
        )
      })}
    </ul>
  )
}

function lastConversations(): readonly (readonly number[])[] {
  return direct.rows.value.flatMap(({ to }) => (to.kind === 'direct' ? [to.people] : []))
}

function isAmongLast(people: readonly number[]): boolean {
  const key = directKey(people)
  return lastConversations()
    .slice(0, SHOWN_MAX)
    .some((one) => directKey(one) === key)
}

function withoutTwins(all: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return [...new Map(all.map((people) => [directKey(people), people])).values()]
}

/** Everybody else but bots, those who are there first. */
function peopleToMeet(): readonly (readonly number[])[] {
  return [...state.users.value.values()]
    .filter(({ user_id, is_active, is_bot }) => is_active && !is_bot && user_id !== state.me.value)
    .toSorted(
      (a, b) => rankOf(a.user_id) - rankOf(b.user_id) || a.full_name.localeCompare(b.full_name),
    )
    .map(({ user_id }) => [user_id])
}

const RANKS = { active: 0, idle: 1, offline: 2 } as const

function rankOf(id: number): number {
  return RANKS[presenceOf(id)]
}

function Presence({ people }: { people: readonly number[] }) {
  const [only] = people
  if (people.length !== 1 || only === undefined) return <Icon name="users" size={16} />
  if (state.users.value.get(only)?.is_bot) return <Icon name="bot" size={16} />
  const presence = presenceOf(only)
  return (
    <span class={`dot ${presence}`}>
      <span class="unseen">{t.presence[presence]}</span>
    </span>
  )
}
