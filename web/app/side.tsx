import type { ComponentChildren } from 'preact'
import type { Subscription } from '../lib/types.ts'
import {
  directAddress,
  organizationName,
  peopleNames,
  topicAddress,
  topicName,
} from '../store/names.ts'
import { place } from '../store/place.ts'
import { presenceOf } from '../store/presence.ts'
import { directKey, ownUser, state } from '../store/state.ts'
import {
  unreadByChannel,
  unreadByPlace,
  unreadCount,
  unreadDirect,
  unreadTopics,
} from '../store/unread.ts'
import { operandOf } from '../store/views.ts'
import { channelIcon } from '../ui/channel-icon.ts'
import { Icon } from '../ui/icon.tsx'
import { t } from '../words/frame.ts'
import { AccountMenu } from './account-menu.tsx'
import { type NavigationLink, TEAM_LINKS } from './links.ts'

/** Topics of a channel that the navigation shows; the channel has the others. */
const TOPICS_MAX = 5

/** People that the navigation shows; all of them have a page. */
const PEOPLE_MAX = 8

/** The navigation: what is unread, channels with their topics, conversations, and pages of the team. */
export function Side() {
  const own = ownUser()
  return (
    <nav class="side" aria-label={t.navigation.label}>
      <p class="brand">
        <a href="#inbox">
          <img src={iconAddress()} alt="" />
          <span class="truncate">{organizationName()}</span>
        </a>
      </p>
      <div class="places">
        <ul class="list">
          <Item href="#inbox" page="inbox" icon="inbox" label={t.navigation.inbox}>
            <Count count={unreadCount.value} isStrong />
          </Item>
          <Item href="#recent" page="recent" icon="clock" label={t.navigation.recent} />
          <Item
            href="#narrow/is/mentioned"
            page="narrow/is/mentioned"
            icon="at"
            label={t.navigation.mentions}
          />
          <Item
            href="#narrow/is/starred"
            page="narrow/is/starred"
            icon="star"
            label={t.navigation.starred}
          />
          <Item href="#drafts" page="drafts" icon="pencil" label={t.navigation.drafts}>
            <Count count={state.drafts.value.length} />
          </Item>
          {state.scheduled.value.length > 0 && (
            <Item href="#scheduled" page="scheduled" icon="calendar" label={t.navigation.scheduled}>
              <Count count={state.scheduled.value.length} />
            </Item>
          )}
          {state.reminders.value.length > 0 && (
            <Item href="#reminders" page="reminders" icon="bell" label={t.navigation.reminders}>
              <Count count={state.reminders.value.length} />
            </Item>
          )}
        </ul>
        <h2>
          {t.navigation.channels}
          <a
            class="button icon small"
            href="#channels"
            aria-label={t.navigation.allChannels}
            title={t.navigation.allChannels}
          >
            <Icon name="plus" />
          </a>
        </h2>
        <ul class="list">
          {sortedChannels().map((channel) => (
            <ChannelItem key={channel.stream_id} channel={channel} />
          ))}
        </ul>
        <DirectList />
        <h2>{t.navigation.organization}</h2>
        <ul class="list">
          {TEAM_LINKS.filter(({ isFor }) => isFor?.(own) ?? true).map((link) => (
            <Item key={link.href} {...link} />
          ))}
        </ul>
      </div>
      <div class="foot">
        <AccountMenu />
      </div>
    </nav>
  )
}

/** Conversations with unread messages, and with people who are there. */
function DirectList() {
  const { terms } = place.value
  const own = state.me.value
  const unread = unreadDirect.value.map(({ people }) => people)
  const known = new Set(unread.map((people) => directKey(people)))
  const present = [...state.users.value.values()]
    .filter(({ user_id, is_active, is_bot }) => is_active && !is_bot && user_id !== own)
    .toSorted(
      (a, b) => rankOf(a.user_id) - rankOf(b.user_id) || a.full_name.localeCompare(b.full_name),
    )
    .map(({ user_id }) => [user_id])
    .filter((people) => !known.has(directKey(people)))
  const listed = [...unread, ...present].slice(0, Math.max(unread.length, PEOPLE_MAX))
  const here = operandOf(terms ?? [], 'dm')
  return (
    <>
      <h2>
        {t.navigation.direct}
        <a
          class="button icon small"
          href="#people"
          aria-label={t.navigation.people}
          title={t.navigation.people}
        >
          <Icon name="plus" />
        </a>
      </h2>
      <ul class="list">
        {listed.map((people) => {
          const key = directKey(people)
          const isHere = Array.isArray(here) && directKey(here as readonly number[]) === key
          return (
            <li key={key}>
              <a
                class="item"
                href={directAddress(people)}
                aria-current={isHere ? 'page' : undefined}
              >
                <Presence people={people} />
                <span class="truncate">{peopleNames(people)}</span>
                <Count count={unreadByPlace.value.get(key)?.ids.length ?? 0} isStrong />
              </a>
            </li>
          )
        })}
      </ul>
    </>
  )
}

const RANKS = { active: 0, idle: 1, offline: 2 } as const

function rankOf(id: number): number {
  return RANKS[presenceOf(id)]
}

function Presence({ people }: { people: readonly number[] }) {
  const [only] = people
  if (people.length !== 1 || only === undefined) return <Icon name="users" />
  const presence = presenceOf(only)
  return (
    <span class={`dot ${presence}`}>
      <span class="unseen">{t.presence[presence]}</span>
    </span>
  )
}

/** Address of the icon, which the page links to by a name with a hash. */
function iconAddress(): string {
  return document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? ''
}

function sortedChannels(): readonly Subscription[] {
  return [...state.subscriptions.value.values()]
    .filter(({ is_archived }) => !is_archived)
    .toSorted(
      (a, b) =>
        Number(b.pin_to_top) - Number(a.pin_to_top) ||
        Number(a.is_muted) - Number(b.is_muted) ||
        a.name.localeCompare(b.name),
    )
}

function Item({
  href,
  page,
  icon,
  label,
  children,
}: Pick<NavigationLink, 'href' | 'page' | 'icon' | 'label'> & { children?: ComponentChildren }) {
  const now = place.value
  const path = now.terms ? location.hash.slice(1) : [now.page, ...now.rest].join('/')
  const isCurrent = path === page || path.startsWith(`${page}/`)
  return (
    <li>
      <a class="item" href={href} aria-current={isCurrent ? 'page' : undefined}>
        <Icon name={icon} />
        <span class="truncate">{label}</span>
        {children}
      </a>
    </li>
  )
}

/** How much is unread; strong where it is meant for the reader. */
export function Count({ count, isStrong = false }: { count: number; isStrong?: boolean }) {
  if (count === 0) return null
  return (
    <span class={`count ${isStrong ? 'strong' : ''}`}>
      <span aria-hidden="true">{count > 999 ? '999+' : count}</span>
      <span class="unseen">{t.navigation.unread(count)}</span>
    </span>
  )
}

function ChannelItem({ channel }: { channel: Subscription }) {
  const id = channel.stream_id
  const { terms } = place.value
  const [first, second] = terms ?? []
  const isHere = first?.operator === 'channel' && first.operand === id
  const topic = isHere && second?.operator === 'topic' ? String(second.operand) : undefined
  const { count, mentions } = unreadByChannel.value.get(id) ?? { count: 0, mentions: 0 }
  const topics = unreadTopics.value.filter((one) => one.channel === id && !one.isMuted)
  const listed = isHere ? topics.slice(0, TOPICS_MAX) : []
  return (
    <li>
      <a
        class={`item ${channel.is_muted ? 'muted' : ''}`}
        href={topicAddress(id)}
        aria-current={isHere && topic === undefined ? 'page' : undefined}
      >
        <Icon name={channelIcon(channel)} />
        <span class="truncate">{channel.name}</span>
        <Count count={count} isStrong={mentions > 0} />
      </a>
      {listed.length > 0 && (
        <ul class="list topics">
          {listed.map((one) => (
            <li key={one.topic}>
              <a
                class="item"
                href={topicAddress(id, one.topic)}
                aria-current={one.topic === topic ? 'page' : undefined}
              >
                <span class="truncate">{topicName(one.topic)}</span>
                <Count count={one.ids.length} isStrong={one.mentions > 0} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
