import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Term } from '../lib/address.ts'
import { isPassing, Refused } from '../lib/api.ts'
import { dayNumber } from '../lib/format.ts'
import type { Message } from '../lib/types.ts'
import { near } from '../store/current-list.ts'
import { isOwn, type MessageList } from '../store/message-list.ts'
import { dropArrived, outbox } from '../store/outbox.ts'
import { releaseHeld, see } from '../store/read.ts'
import { destinationKey, destinationOf, placeOfMessage } from '../store/views.ts'
import { Icon } from '../ui/icon.tsx'
import { isLoaded, Lazy, preload } from '../ui/lazy.tsx'
import { Empty, Failed, Loading, Lost } from '../ui/states.tsx'
import { sayFailure } from '../ui/toast.tsx'
import { chatText as t } from '../words/chat.ts'
import { activeRow, loadWidgets, MessageRow, type RowForm } from './message.tsx'
import { PendingRow } from './pending.tsx'

/** A pause after which a message has its sender's name again. */
const FOLLOWS_MAX_S = 300

/** Distance from the end within which new messages are followed. */
const END_PX = 60

/** Distance from an end at which the next page is fetched. */
const AHEAD_PX = '900px'

const loadSpoken = async () => import('./spoken.tsx')

/** Which row stays where it is while others come and go above it. */
type Kept = { id: string; top: number } | 'end' | undefined

/** The messages of a view, from the oldest to what is being sent. */
export function Messages({ list }: { list: MessageList }) {
  const box = useRef<HTMLDivElement>(null)
  const kept = useRef<Kept>(near.value === undefined ? 'end' : undefined)
  /** Whether somebody still looks at the message that the address names: until they move, it stays where it is, whatever comes above. */
  const isSought = useRef(near.value !== undefined)
  const move = () => void (isSought.current = false)
  const keep = (element: HTMLElement): Kept => {
    if (isSought.current) return rowIn(element, `m${near.value}`) ?? firstVisible(element)
    return list.isAtNewest.value && isAtEnd(element) ? 'end' : firstVisible(element)
  }
  const rendered = useRef<readonly Message[] | undefined>(undefined)
  const isPlaced = useRef(false)
  const rows = list.rows.value
  const to = destinationOf(list.terms)
  const pending = outbox.value.filter(
    (one) => list.isAtNewest.value && to && destinationKey(one.to) === destinationKey(to),
  )
  /** The newest message when the end was last looked at. */
  const seenEnd = useSignal(0)
  const noteEnd = () => {
    if (kept.current === 'end') seenEnd.value = list.rows.peek().at(-1)?.id ?? 0
  }
  const [isReady, setReady] = useState(false)
  const lacksWidgets =
    !isReady &&
    !isPlaced.current &&
    rows.some(({ submessages }) => submessages.length > 0) &&
    !isLoaded(loadWidgets)
  useEffect(() => {
    if (!lacksWidgets) return
    void preload(loadWidgets)
      .catch(sayFailure)
      .finally(() => setReady(true))
  }, [lacksWidgets])
  // The document shows the rows of before still: which one is to stay is noted now.
  if (box.current && rendered.current !== undefined && rendered.current !== rows) {
    if (kept.current !== 'end') kept.current = keep(box.current)
  }
  rendered.current = rows

  useLayoutEffect(() => {
    const element = box.current
    if (!element || rows.length === 0) return
    if (isPlaced.current) restore(element, kept.current)
    else {
      isPlaced.current = true
      place(element, list)
      kept.current = keep(element)
      seenEnd.value = rows.at(-1)?.id ?? 0
    }
    noteEnd()
    dropArrived((id) => id <= (rows.at(-1)?.id ?? 0))
  }, [rows, pending.length, outbox.value, lacksWidgets])
  const isShown = list.isLoaded.value && !lacksWidgets && rows.length + pending.length > 0
  useEffect(() => watchEnds(box.current, list), [list, isShown])
  useEffect(() => watchReading(box.current, list), [list, isShown])
  useEffect(() => watchSize(box.current, kept), [list, isShown])
  useEffect(() => releaseHeld, [list])

  if (list.failure.value !== undefined && !list.isLoaded.value) {
    const failure = list.failure.value
    // What cannot be read by any further try is not there for this reader.
    if (failure instanceof Refused && !isPassing(failure)) return <Lost />
    const reason = failure instanceof Error ? failure.message : ''
    return <Failed reason={reason} retry={() => void list.open(near.value ?? 'first_unread')} />
  }
  if (!list.isLoaded.value || lacksWidgets) return <Loading />
  if (rows.length === 0 && pending.length === 0) {
    return to ? (
      <Empty icon="pencil" title={t.nothing}>
        <p>{t.nothingInTopic}</p>
      </Empty>
    ) : (
      <NothingFound terms={list.terms} />
    )
  }
  return (
    <div class="list-frame">
      <div
        class="messages"
        ref={box}
        tabIndex={0}
        role="region"
        aria-label={t.messages}
        onScroll={(event) => {
          kept.current = keep(event.currentTarget)
          noteEnd()
        }}
        onWheel={move}
        onTouchMove={move}
        onKeyDown={move}
        onPointerDown={move}
        onPointerLeave={() => {
          if (!box.current?.contains(document.activeElement)) activeRow.value = undefined
        }}
      >
        <div class="edge" data-edge="before">
          {list.isAtOldest.value && <p class="dim small">{t.beginning}</p>}
        </div>
        <div role="feed" aria-label={t.messages} aria-busy={!list.isLoaded.value}>
          {rows.map((row, index) => (
            <MessageRow
              key={row.id}
              message={row}
              form={formOf(row, rows[index - 1], list)}
              place={index + 1}
            />
          ))}
          {pending.map((one) => (
            <PendingRow key={one.localId} pending={one} />
          ))}
        </div>
        <div class="edge" data-edge="after" />
      </div>
      {list.isAtNewest.value && <Lazy load={loadSpoken} name="Spoken" props={{ rows }} />}
      <ToEnd
        count={below(rows, seenEnd.value)}
        list={list}
        go={() => box.current && (box.current.scrollTop = box.current.scrollHeight)}
      />
    </div>
  )
}

/** The way down: to messages that have come below what is looked at, or to the newest ones. */
function ToEnd({ count, list, go }: { count: number; list: MessageList; go: () => void }) {
  const isAtNewest = list.isAtNewest.value
  if (isAtNewest && count === 0) return null
  return (
    <button
      type="button"
      class="button to-end"
      onClick={() => (isAtNewest ? go() : void list.open('newest').then(go))}
    >
      <Icon name="down" />
      {isAtNewest ? t.newBelow(count) : t.toEnd}
    </button>
  )
}

/** How many messages of others have come since the end was last looked at. */
function below(rows: readonly Message[], seenEnd: number): number {
  return rows.filter((row) => row.id > seenEnd && !isOwn(row)).length
}

function formOf(row: Message, before: Message | undefined, list: MessageList): RowForm {
  const isOfOne = destinationOf(list.terms) !== undefined
  const beginsDay = !before || dayNumber(before.timestamp) !== dayNumber(row.timestamp)
  const key = destinationKey(placeOfMessage(row))
  const beginsPlace = !isOfOne && (!before || destinationKey(placeOfMessage(before)) !== key)
  const beginsUnread = list.firstUnread.value === row.id && before !== undefined
  return {
    beginsDay,
    beginsPlace,
    beginsUnread,
    follows:
      !beginsDay &&
      !beginsPlace &&
      !beginsUnread &&
      before.sender_id === row.sender_id &&
      !row.is_me_message &&
      row.timestamp - before.timestamp < FOLLOWS_MAX_S,
  }
}

function isAtEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < END_PX
}

/** A row where it is now, if it is seen. */
function rowIn(box: HTMLElement, id: string): Kept {
  const row = document.getElementById(id)?.getBoundingClientRect()
  const seen = box.getBoundingClientRect()
  const isSeen = row && row.bottom > seen.top && row.top < seen.bottom
  return isSeen ? { id, top: row.top } : undefined
}

function firstVisible(box: HTMLElement): Kept {
  const edge = box.getBoundingClientRect().top
  for (const row of box.querySelectorAll('article')) {
    const { bottom, top } = row.getBoundingClientRect()
    if (bottom > edge) return { id: row.id, top }
  }
  return undefined
}

function restore(box: HTMLElement, kept: Kept): void {
  if (kept === 'end') box.scrollTop = box.scrollHeight
  else if (kept) {
    const row = document.getElementById(kept.id)
    const by = row ? row.getBoundingClientRect().top - kept.top : 0
    if (by !== 0) box.scrollTop += by
  }
}

/** Where a list is looked at first: at the message of the address, where reading goes on, or at the end. */
function place(box: HTMLElement, list: MessageList): void {
  const target = near.value ?? list.firstUnread.value
  const row = target === undefined ? undefined : document.getElementById(`m${target}`)
  if (!row) {
    box.scrollTop = box.scrollHeight
    return
  }
  row.scrollIntoView({ block: near.value === undefined ? 'start' : 'center' })
  if (near.value === undefined) box.scrollTop -= box.clientHeight / 4
  else {
    row.classList.add('found')
    row.focus({ preventScroll: true })
  }
}

/** Keeps what is looked at in its place, or the end at the end, while the field below grows, a card comes above, or rows become higher. */
function watchSize(
  box: HTMLElement | null,
  kept: { readonly current: Kept },
): (() => void) | undefined {
  if (!box) return undefined
  const observer = new ResizeObserver(() => restore(box, kept.current))
  observer.observe(box)
  const feed = box.querySelector('[role=feed]')
  if (feed) observer.observe(feed)
  return () => observer.disconnect()
}

/** Fetches pages as their end comes near. */
function watchEnds(box: HTMLElement | null, list: MessageList): (() => void) | undefined {
  if (!box) return undefined
  const edges = [...box.querySelectorAll<HTMLElement>('[data-edge]')]
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) void fetchAt(target as HTMLElement)
      }
    },
    { root: box, rootMargin: AHEAD_PX },
  )
  const fetchAt = async (edge: HTMLElement) => {
    const isThere = await list.more(edge.dataset['edge'] === 'before' ? 'before' : 'after')
    if (!isThere) return
    // It may be near still.
    observer.unobserve(edge)
    observer.observe(edge)
  }
  for (const edge of edges) observer.observe(edge)
  return () => observer.disconnect()
}

/** Notes what was on the screen while somebody looked at it. */
function watchReading(box: HTMLElement | null, list: MessageList): (() => void) | undefined {
  if (!box) return undefined
  const visible = new Set<number>()
  const note = () => {
    if (document.visibilityState !== 'visible') return
    for (const row of list.rows.peek()) if (visible.has(row.id)) see(row)
  }
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const id = Number((target as HTMLElement).dataset['id'])
        if (isIntersecting) visible.add(id)
        else visible.delete(id)
      }
      note()
    },
    { root: box, threshold: 0.4 },
  )
  const rows = new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      for (const node of addedNodes) {
        if (node instanceof HTMLElement && node.matches('article[data-id]')) observer.observe(node)
      }
      for (const node of removedNodes) if (node instanceof HTMLElement) observer.unobserve(node)
    }
  })
  const feed = box.querySelector('[role=feed]')
  for (const row of box.querySelectorAll('article[data-id]')) observer.observe(row)
  if (feed) rows.observe(feed, { childList: true })
  document.addEventListener('visibilitychange', note)
  return () => {
    observer.disconnect()
    rows.disconnect()
    document.removeEventListener('visibilitychange', note)
  }
}

/** What stands where a search, a channel, or a collection of the reader’s has no messages. */
function NothingFound({ terms }: { terms: readonly Term[] }) {
  const [only, ...more] = terms
  const collection = only?.operator === 'is' && more.length === 0 ? String(only.operand) : ''
  const isChannel = only?.operator === 'channel' && more.length === 0
  const [title, hint] = isChannel
    ? [t.nothing, t.nothingInChannel]
    : (t.nothingOf[collection] ?? [t.nothingFound, t.nothingFoundHint])
  const icon = isChannel ? 'pencil' : collection === 'starred' ? 'star' : 'search'
  return (
    <Empty icon={icon} title={title}>
      <p>{hint}</p>
    </Empty>
  )
}
