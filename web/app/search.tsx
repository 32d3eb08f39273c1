import { useSignalEffect } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { narrowAddress, type Term } from '../lib/address.ts'
import { readTerms } from '../lib/query.ts'
import { t } from '../lib/strings.ts'
import { channelName } from '../store/names.ts'
import { go, place } from '../store/place.ts'
import { state } from '../store/state.ts'
import { termText } from '../store/views.ts'
import { Icon } from '../ui/icon.tsx'
import { searchWish } from './help.ts'

const HINTS = [
  'from:',
  'channel:',
  'topic:',
  'dm:',
  'is:unread',
  'is:starred',
  'is:mentioned',
  'has:link',
  'has:image',
  'has:attachment',
  'before:',
]

/** The search: words, and operators that become chips. */
export function Search() {
  const field = useRef<HTMLInputElement>(null)
  const terms = place.value.terms ?? []
  const isSearch = terms.some(({ operator }) => operator === 'search') || terms.length > 2
  const [chips, setChips] = useState<readonly Term[]>([])
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    setChips(isSearch ? terms.filter(({ operator }) => operator !== 'search') : [])
    const words = terms.find(({ operator }) => operator === 'search')
    setText(isSearch && words ? String(words.operand) : '')
  }, [place.value])
  useSignalEffect(() => {
    if (searchWish.value > 0) field.current?.focus()
  })
  const names = () => ({
    users: [...state.users.value.values()].map(({ user_id: id, full_name: name }) => ({
      id,
      name,
    })),
    channels: [...state.channels.value.values()].map(({ stream_id: id, name }) => ({ id, name })),
  })
  const read = (value: string, isLast: boolean) => {
    const found = readTerms(value, names(), isLast)
    if (found.terms.length > 0) setChips([...chips, ...found.terms])
    setText(found.words)
    return [
      ...chips,
      ...found.terms,
      ...(found.words.trim() === '' ? [] : [{ operator: 'search', operand: found.words.trim() }]),
    ]
  }
  const hints = HINTS.filter(
    (hint) => text.trim() === '' || hint.startsWith(text.trim().split(/\s/).at(-1) ?? ''),
  )
  return (
    <form
      role="search"
      class={`search ${isOpen ? 'open' : ''}`}
      onSubmit={(event) => {
        event.preventDefault()
        const wanted = read(text, true)
        if (wanted.length > 0) go(narrowAddress(wanted, { nameOf: channelName }))
        field.current?.blur()
      }}
      onFocusIn={() => setOpen(true)}
      onFocusOut={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOpen(false)
      }}
    >
      <Icon name="search" />
      {chips.map((term, index) => (
        <button
          key={termText(term)}
          type="button"
          class="chip"
          aria-label={`${t.remove}: ${termText(term)}`}
          onClick={() => setChips(chips.filter((_, other) => other !== index))}
        >
          {termText(term)}
          <Icon name="cross" size={12} />
        </button>
      ))}
      <input
        ref={field}
        value={text}
        aria-label={t.search.label}
        placeholder={chips.length === 0 ? t.search.label : ''}
        enterkeyhint="search"
        onInput={(event) => read(event.currentTarget.value, false)}
        onKeyDown={(event) => {
          if (event.key === 'Backspace' && text === '') setChips(chips.slice(0, -1))
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
              onPointerDown={(event) => {
                event.preventDefault()
                const before = text.trim().split(/\s/).slice(0, -1).join(' ')
                const next = `${before === '' ? '' : `${before} `}${hint}${hint.endsWith(':') ? '' : ' '}`
                read(next, false)
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
