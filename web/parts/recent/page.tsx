import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { Conversations, style } from '../../kit/conversations.tsx'
import { type ConversationFilter, ConversationList } from '../../store/conversations.ts'
import { snapshots } from '../../store/start.ts'
import { state } from '../../store/state.ts'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { recentText as text } from '../../words/recent.ts'
import type { Part } from '../part.ts'

type Only = keyof typeof text.only

const ONLY = Object.keys(text.only) as Only[]

function Page() {
  const only = useSignal<readonly Only[]>([])
  const channel = useSignal<number | undefined>(undefined)
  const filter: ConversationFilter = {
    filters: ['unmuted', ...only.value],
    ...(channel.value === undefined ? {} : { stream_id: channel.value }),
  }
  const list = useMemo(() => new ConversationList(filter), [only.value, channel.value])
  useEffect(() => void list.renew(), [list, snapshots.value])
  const toggle = (name: Only) => {
    only.value = only.value.includes(name)
      ? only.value.filter((one) => one !== name)
      : [...only.value, name]
  }
  return (
    <div class="page">
      <div class="content">
        <div class="recent-filters" role="group" aria-label={text.filters}>
          {ONLY.map((name) => (
            <button
              key={name}
              type="button"
              class="button"
              aria-pressed={only.value.includes(name)}
              onClick={() => toggle(name)}
            >
              {text.only[name]}
            </button>
          ))}
          <select
            class="input"
            aria-label={text.channel}
            onChange={({ currentTarget: { value } }) => {
              channel.value = value === '' ? undefined : Number(value)
            }}
          >
            <option value="">{text.everywhere}</option>
            {[...state.subscriptions.value.values()]
              .toSorted((a, b) => a.name.localeCompare(b.name))
              .map(({ stream_id, name }) => (
                <option key={stream_id} value={stream_id}>
                  # {name}
                </option>
              ))}
          </select>
        </div>
        <Rows list={list} isFiltered={only.value.length > 0 || channel.value !== undefined} />
      </div>
    </div>
  )
}

function Rows({ list, isFiltered }: { list: ConversationList; isFiltered: boolean }) {
  const rows = list.rows.value
  if (!list.isLoaded.value) {
    const reason = list.failure.value
    return reason === '' ? <Loading /> : <Failed reason={reason} retry={() => void list.more()} />
  }
  return (
    <>
      {rows.length > 0 ? (
        <Conversations rows={rows} />
      ) : (
        <Empty icon="clock" title={isFiltered ? text.nothing : text.empty}>
          <p>{isFiltered ? text.nothingHint : text.emptyHint}</p>
        </Empty>
      )}
      {!list.isAll.value && (
        <button type="button" class="button recent-more" onClick={() => void list.more()}>
          {text.more}
        </button>
      )}
    </>
  )
}

/** The page `#recent`: conversations by when something was said in them. */
export const part: Part = { Page, style }
