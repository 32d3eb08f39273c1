import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Conversations, style } from '../../kit/conversations.tsx'
import { type Conversation, findConversations, topicsOf } from '../../store/conversations.ts'
import { channelName, topicAddress } from '../../store/names.ts'
import { state } from '../../store/state.ts'
import { destinationKey } from '../../store/views.ts'
import { Empty, Failed, Loading, Lost } from '../../ui/states.tsx'
import { topicsText as text } from '../../words/topics.ts'
import type { PageProps, Part } from '../part.ts'

/** A pause in typing after which the server is asked. */
const TYPED_MS = 150

function Page({ rest: [id = ''] }: PageProps) {
  const channel = Number(id)
  const query = useSignal('')
  const found = useSignal<readonly Conversation[] | undefined>(undefined)
  useEffect(() => {
    const asked = query.value.trim()
    if (asked === '') {
      found.value = undefined
      return undefined
    }
    const timer = setTimeout(() => {
      void findConversations(asked, { stream_id: channel })
        .then((answer) => query.value.trim() === asked && (found.value = answer))
        .catch(() => undefined)
    }, TYPED_MS)
    return () => clearTimeout(timer)
  }, [query.value, channel])
  const list = topicsOf(channel)
  const keys = found.value && new Set(found.value.map(({ to }) => destinationKey(to)))
  const live = list.rows.value
  const rows =
    found.value && keys
      ? [
          ...live.filter(({ to }) => keys.has(destinationKey(to))),
          ...found.value.filter(
            ({ to }) => !live.some((one) => destinationKey(one.to) === destinationKey(to)),
          ),
        ]
      : live
  if (!state.channels.value.has(channel)) return <Lost />
  if (!list.isLoaded.value) {
    const reason = list.failure.value
    return reason === '' ? <Loading /> : <Failed reason={reason} retry={() => void list.more()} />
  }
  return (
    <div class="page">
      <div class="content">
        <h2># {channelName(channel)}</h2>
        <div class="recent-filters">
          <input
            class="input"
            type="search"
            aria-label={text.search}
            placeholder={text.search}
            onInput={({ currentTarget: { value } }) => (query.value = value)}
          />
          <a class="button" href={topicAddress(channel)}>
            {text.all}
          </a>
        </div>
        {rows.length > 0 ? (
          <Conversations rows={rows} isOfChannel />
        ) : (
          <Empty icon="hash" title={query.value === '' ? text.empty : text.nothing}>
            <p>{query.value === '' && text.emptyHint}</p>
          </Empty>
        )}
        {!found.value && !list.isAll.value && (
          <button type="button" class="button recent-more" onClick={() => void list.more()}>
            {text.more}
          </button>
        )}
      </div>
    </div>
  )
}

/** The page `#topics/3`: all topics of a channel, the last one first, with a search. */
export const part: Part = { Page, style }
