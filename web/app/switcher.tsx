import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import {
  type Conversation,
  direct,
  findConversations,
  recent,
  unreadIn,
} from '../store/conversations.ts'
import { channelName, directAddress, peopleNames, topicAddress, topicName } from '../store/names.ts'
import { go } from '../store/place.ts'
import { state } from '../store/state.ts'
import { destinationKey } from '../store/views.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { switcherText as text } from '../words/switcher.ts'
import { Count } from './count.tsx'
import { isSwitcherOpen } from './help.ts'

export { address as style } from './switcher.css'

/** Rows that are offered. */
const ROWS_MAX = 12

/** A pause in typing after which the server is asked. */
const TYPED_MS = 120

/** Where one can go. */
interface Target {
  key: string
  name: string
  /** What it is in, or is. */
  hint: string
  icon: IconName
  address: string
  unread: number
}

function targetOf({ to }: Conversation): Target {
  const [key, unread] = [destinationKey(to), unreadIn(to).count]
  if (to.kind === 'direct') {
    const isBot = to.people.length === 1 && state.users.value.get(to.people[0] ?? 0)?.is_bot
    const icon = to.people.length > 1 ? 'users' : isBot ? 'bot' : 'at'
    return {
      key,
      unread,
      icon,
      name: peopleNames(to.people),
      hint: '',
      address: directAddress(to.people),
    }
  }
  return {
    key,
    unread,
    icon: 'hash',
    name: topicName(to.topic),
    hint: channelName(to.channel),
    address: topicAddress(to.channel, to.topic),
  }
}

/** Channels, and everybody whom one can write to. */
function places(): readonly Target[] {
  const channels = [...state.channels.value.values()]
    .filter(({ is_archived }) => !is_archived)
    .map(({ stream_id: id, name }) => ({
      key: `channel ${id}`,
      name,
      hint: text.channel,
      icon: 'hash' as const,
      address: topicAddress(id),
      unread: 0,
    }))
  const people = [...state.users.value.values()]
    .filter(({ is_active }) => is_active)
    .map(({ user_id }) =>
      targetOf({ to: { kind: 'direct', people: [user_id] } } as unknown as Conversation),
    )
  return [...channels, ...people]
}

/** What fits the words, that which begins with them first. */
function targetsFor(query: string, found: readonly Conversation[]): readonly Target[] {
  const written = query.toLowerCase().trim()
  const words = written.split(/\s+/).filter(Boolean)
  const known = [...recent.rows.value, ...direct.rows.value]
  const last = known.toSorted((a, b) => b.newest - a.newest)
  if (words.length === 0) return withoutTwins(last.map(targetOf)).slice(0, ROWS_MAX)
  const fits = ({ name, hint }: Target) => {
    const label = `${hint} ${name}`.toLowerCase()
    return words.every((word) => label.includes(word))
  }
  const all = [...[...last, ...found].map(targetOf), ...places()].filter(fits)
  const rank = ({ name }: Target) => (name.toLowerCase().startsWith(written) ? 0 : 1)
  return withoutTwins(all.toSorted((a, b) => rank(a) - rank(b))).slice(0, ROWS_MAX)
}

function withoutTwins(all: readonly Target[]): readonly Target[] {
  return [...new Map(all.toReversed().map((one) => [one.key, one])).values()].toReversed()
}

function close(): void {
  isSwitcherOpen.value = false
}

/** The quick way to any conversation, channel or person: some letters of a name, and Enter. */
export function Switcher() {
  const query = useSignal('')
  const found = useSignal<readonly Conversation[]>([])
  const at = useSignal(0)
  useEffect(() => {
    if (query.value.trim() === '') return undefined
    const asked = query.value
    const timer = setTimeout(() => {
      void findConversations(asked)
        .then((answer) => query.value === asked && (found.value = answer))
        .catch(() => undefined)
    }, TYPED_MS)
    return () => clearTimeout(timer)
  }, [query.value])
  const targets = targetsFor(query.value, found.value)
  const chosen = targets[Math.min(at.value, targets.length - 1)]
  const open = (target: Target | undefined) => {
    if (!target) return
    close()
    go(target.address)
  }
  return (
    <Dialog title={text.title} close={close}>
      <input
        class="input"
        role="combobox"
        enterkeyhint="go"
        autocomplete="off"
        aria-label={text.title}
        aria-expanded="true"
        aria-controls="switcher-targets"
        aria-activedescendant={chosen && `go-${chosen.key}`}
        placeholder={text.hint}
        autofocus
        onInput={(event) => {
          query.value = event.currentTarget.value
          at.value = 0
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.isComposing) open(chosen)
          else if (event.key === 'ArrowDown') at.value = Math.min(at.value + 1, targets.length - 1)
          else if (event.key === 'ArrowUp') at.value = Math.max(0, at.value - 1)
          else return
          event.preventDefault()
        }}
      />
      <ul class="list targets" id="switcher-targets" role="listbox" aria-label={text.title}>
        {targets.map((target) => (
          <li
            key={target.key}
            id={`go-${target.key}`}
            class="target"
            role="option"
            aria-selected={target === chosen}
            onClick={() => open(target)}
          >
            <Icon name={target.icon} />
            <span class="truncate">{target.name}</span>
            <span class="truncate dim small">{target.hint}</span>
            <Count count={target.unread} isStrong />
          </li>
        ))}
      </ul>
      {targets.length === 0 && <p class="dim">{text.nothing}</p>}
    </Dialog>
  )
}
