import { useSignal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { narrowAddress, type Term } from '../lib/address.ts'
import { channelName } from '../store/names.ts'
import { go, place } from '../store/place.ts'
import { state } from '../store/state.ts'
import { termText } from '../store/views.ts'
import { Icon } from '../ui/icon.tsx'
import { useFocusWish } from '../ui/use-focus-wish.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import { t } from '../words/frame.ts'
import { searchWish } from './help.ts'

const loadQuery = async () => import('../lib/query.ts')

/** The search: words, and operators that become chips. */
export function Search() {
  const field = useRef<HTMLInputElement>(null)
  const terms = place.value.terms ?? []
  const isSearch = terms.some(({ operator }) => operator === 'search') || terms.length > 2
  // Signals, since somebody may type faster than the page is drawn.
  const chips = useSignal<readonly Term[]>([])
  const text = useSignal('')
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    chips.value = isSearch ? terms.filter(({ operator }) => operator !== 'search') : []
    const words = terms.find(({ operator }) => operator === 'search')
    text.value = isSearch && words ? String(words.operand) : ''
  }, [place.value])
  useFocusWish(searchWish, field)
  const { value: query } = useLoaded(loadQuery, [])
  /** Makes chips of the operators of a text. Returns all terms there are then. */
  const read = (value: string, isLast: boolean): readonly Term[] => {
    const found = query?.readTerms(value, names(), isLast) ?? { terms: [], words: value }
    if (found.terms.length > 0) chips.value = [...chips.value, ...found.terms]
    text.value = found.words
    if (field.current) field.current.value = found.words
    const words = found.words.trim()
    return [...chips.value, ...(words === '' ? [] : [{ operator: 'search', operand: words }])]
  }
  const last = text.value.trim().split(/\s/).at(-1) ?? ''
  const hints = (query?.SEARCH_HINTS ?? []).filter((hint) => hint.startsWith(last))
  return (
    <form
      role="search"
      class={`search ${isOpen ? 'open' : ''}`}
      onSubmit={(event) => {
        event.preventDefault()
        const searchQuery = read(field.current?.value ?? '', true)
        if (searchQuery.length > 0) go(narrowAddress(searchQuery, { nameOf: channelName }))
        field.current?.blur()
      }}
      onClick={() => field.current?.focus()}
      onFocusIn={() => setOpen(true)}
      onFocusOut={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOpen(false)
      }}
    >
      <Icon name="search" />
      <div class="chips">
        {chips.value.map((term, index) => (
          <button
            key={termText(term)}
            type="button"
            class="chip"
            aria-label={`${t.remove}: ${termText(term)}`}
            onClick={() => (chips.value = chips.value.filter((_, other) => other !== index))}
          >
            {termText(term)}
            <Icon name="cross" size={12} />
          </button>
        ))}
      </div>
      <input
        ref={field}
        value={text.value}
        aria-label={t.search.label}
        placeholder={chips.value.length === 0 ? t.search.label : ''}
        enterkeyhint="search"
        onInput={(event) => read(event.currentTarget.value, false)}
        onKeyDown={(event) => {
          if (event.key === 'Backspace' && text.value === '') chips.value = chips.value.slice(0, -1)
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      {isOpen && hints.length > 0 && (
        <div class="menu search-hints">
          {hints.map((hint) => (
            <button
              key={hint}
              type="button"
              class="chip"
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => {
                const before = text.value.trim().split(/\s/).slice(0, -1).join(' ')
                const next = `${before === '' ? '' : `${before} `}${hint}${hint.endsWith(':') ? '' : ' '}`
                read(next, false)
                field.current?.focus()
              }}
            >
              {hint}
            </button>
          ))}
        </div>
      )}
    </form>
  )
}

function names() {
  return {
    users: [...state.users.value.values()].map(({ user_id: id, full_name: name }) => ({
      id,
      name,
    })),
    channels: [...state.channels.value.values()].map(({ stream_id: id, name }) => ({ id, name })),
  }
}
