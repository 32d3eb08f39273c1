import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { isOfComposition } from '../lib/composition.ts'
import { loadEmoji } from '../lib/emoji-data.ts'
import { COMMON_EMOJI, glyphOf } from '../lib/emoji.ts'
import { noteEmoji, recentEmoji } from '../lib/recent-emoji.ts'
import { state } from '../store/state.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import { emojiText as text } from '../words/emoji.ts'
import { picking } from './picking.ts'
import { EmojiGlyph, type Emoji } from './reactions.tsx'

export { address as style } from './emoji-picker.css'

const SHOWN_MAX = 120

/** Every emoji, found by name; arrows go through them. */
export function EmojiPicker() {
  const element = useRef<HTMLDivElement>(null)
  const [words, setWords] = useState('')
  const { value: all = [] } = useLoaded(loadEmoji, [])
  const { beside, take: takeIt } = picking.value ?? {}
  const take = (emoji: Emoji) => {
    noteEmoji(emoji.emoji_name)
    takeIt?.(emoji)
  }
  useLayoutEffect(() => {
    const box = element.current
    if (!box || !beside) return undefined
    box.showPopover()
    const place = () => {
      const { width, height } = box.getBoundingClientRect()
      box.style.left = `${Math.max(4, Math.min(beside.left, innerWidth - width - 4))}px`
      const above = beside.top - height - 4
      box.style.top = `${Math.max(4, above > 4 ? above : Math.min(beside.bottom + 4, innerHeight - height - 4))}px`
    }
    place()
    // It grows when the pictures are there.
    const observer = new ResizeObserver(place)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const box = element.current
    const closed = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') picking.value = undefined
    }
    box?.addEventListener('toggle', closed)
    return () => box?.removeEventListener('toggle', closed)
  }, [])
  const matches = found(words.trim().toLowerCase().replaceAll(' ', '_'), all)
  return (
    <div
      class="menu emoji-picker"
      popover="auto"
      ref={element}
      role="dialog"
      aria-label={text.search}
    >
      <input
        class="input"
        type="search"
        autoFocus
        aria-label={text.search}
        placeholder={text.search}
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isOfComposition(event)) return
          if (event.key === 'Enter') {
            // Or it would add a line where the emoji goes.
            event.preventDefault()
            if (matches[0]) take(matches[0])
          }
          if (event.key === 'ArrowDown') element.current?.querySelector('button')?.focus()
        }}
      />
      <div class="grid" onKeyDown={walk}>
        {matches.map((emoji) => (
          <button
            key={`${emoji.reaction_type} ${emoji.emoji_name}`}
            type="button"
            title={`:${emoji.emoji_name}:`}
            aria-label={emoji.emoji_name}
            onClick={() => take(emoji)}
          >
            <EmojiGlyph emoji={emoji} />
          </button>
        ))}
      </div>
      {matches.length === 0 && words !== '' && <p class="dim small">{text.none}</p>}
    </div>
  )
}

function found(words: string, all: readonly { name: string; code: string }[]): readonly Emoji[] {
  const custom = [...state.customEmoji.value.values()]
    .filter(({ name, deactivated }) => !deactivated && name.includes(words))
    .map(({ id, name }) => ({ emoji_name: name, emoji_code: id, reaction_type: 'realm_emoji' }))
  const recent = recentEmoji().flatMap((name) => all.find((one) => one.name === name) ?? [])
  const common =
    words === '' ? [...recent, ...COMMON_EMOJI.map(([name, code]) => ({ name, code }))] : []
  const codes = new Set<string>()
  const unicode = [
    ...common,
    ...all.filter(({ name }) => name === words),
    ...all.filter(({ name }) => name.startsWith(words)),
    ...all.filter(({ name }) => name.includes(words)),
  ]
    .filter(({ code }) => !codes.has(code) && codes.add(code))
    .slice(0, SHOWN_MAX)
    .map(({ name, code }) => ({
      emoji_name: name,
      emoji_code: code,
      reaction_type: 'unicode_emoji',
    }))
  return [...custom, ...unicode].filter(
    (one) => one.reaction_type !== 'unicode_emoji' || glyphOf(one.emoji_code) !== '',
  )
}

const COLUMNS = 8

function walk(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const now = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key]
  if (step === undefined || now === -1) return
  event.preventDefault()
  buttons[Math.max(0, Math.min(buttons.length - 1, now + step))]?.focus()
}
