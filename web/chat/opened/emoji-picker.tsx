import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { isOfComposition } from '../../lib/composition.ts'
import { loadEmoji, type NamedEmoji } from '../../lib/emoji-data.ts'
import { EMOJI_GROUPS, findPlace } from '../../lib/emoji-groups.ts'
import { COMMON_EMOJI } from '../../lib/emoji.ts'
import { noteEmoji, recentEmoji } from '../../lib/recent-emoji.ts'
import { state } from '../../store/state.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { emojiText as text } from '../../words/emoji.ts'
import { picking } from '../picking.ts'
import { EmojiGlyph, type Emoji } from '../reactions.tsx'

export { address as style } from './emoji-picker.css'

const FOUND_MAX = 120

/** Emoji under a heading. */
interface Group {
  name: string
  emoji: readonly Emoji[]
}

/** Every emoji: in groups, those used of late first, or found by name; arrows go through them. */
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
  const word = words.trim().toLowerCase().replaceAll(' ', '_')
  const groups = useMemo(() => (word === '' ? allGroups(all) : []), [all, word])
  const matches = word === '' ? [] : found(word, all)
  const first = groups[0]?.emoji[0] ?? matches[0]
  const button = (emoji: Emoji) => (
    <button
      key={`${emoji.reaction_type} ${emoji.emoji_name}`}
      type="button"
      title={`:${emoji.emoji_name}:`}
      aria-label={emoji.emoji_name}
      onClick={() => take(emoji)}
    >
      <EmojiGlyph emoji={emoji} />
    </button>
  )
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
            if (first) take(first)
          }
          if (event.key === 'ArrowDown') {
            element.current?.querySelector<HTMLElement>('.grid button')?.focus()
          }
        }}
      />
      {groups.length > 0 && (
        <div class="groups" role="group" aria-label={text.groupsLabel}>
          {groups.map(({ name, emoji: [one] }, index) => (
            <button
              key={name}
              type="button"
              aria-label={name}
              title={name}
              onClick={() => element.current?.querySelectorAll('h2')[index]?.scrollIntoView()}
            >
              {one && <EmojiGlyph emoji={one} />}
            </button>
          ))}
        </div>
      )}
      <div class="sheet" onKeyDown={walk}>
        {groups.map(({ name, emoji }) => (
          <section key={name} aria-label={name}>
            <h2 class="small dim">{name}</h2>
            <div class="grid">{emoji.map(button)}</div>
          </section>
        ))}
        {word !== '' && <div class="grid">{matches.map(button)}</div>}
      </div>
      {word !== '' && matches.length === 0 && <p class="dim small">{text.none}</p>}
    </div>
  )
}

function unicode({ name, code }: NamedEmoji): Emoji {
  return { emoji_name: name, emoji_code: code, reaction_type: 'unicode_emoji' }
}

function customEmoji(word: string): readonly Emoji[] {
  return [...state.customEmoji.value.values()]
    .filter(({ name, deactivated }) => !deactivated && name.includes(word))
    .map(({ id, name }) => ({ emoji_name: name, emoji_code: id, reaction_type: 'realm_emoji' }))
}

/** The emoji of each code by the first of its names. */
function once(all: readonly NamedEmoji[]): readonly NamedEmoji[] {
  const codes = new Set<string>()
  return all.filter(({ code }) => !codes.has(code) && codes.add(code))
}

/** All emoji in their groups: those used of late, those of the team, then as Unicode has them. */
function allGroups(all: readonly NamedEmoji[]): readonly Group[] {
  if (all.length === 0) return []
  const recent = [
    ...recentEmoji().flatMap((name) => all.find((one) => one.name === name) ?? []),
    ...COMMON_EMOJI.map(([name, code]) => ({ name, code })),
  ]
  const placed = once(all)
    .map((one) => ({ ...one, ...findPlace(one.code) }))
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
  const byGroup = Map.groupBy(placed, ({ group }) => group)
  return [
    { name: text.recent, emoji: once(recent).map(unicode) },
    { name: text.own, emoji: customEmoji('') },
    ...EMOJI_GROUPS.map((group) => ({
      name: text.groups[group],
      emoji: (byGroup.get(group) ?? []).map(unicode),
    })),
  ].filter(({ emoji }) => emoji.length > 0)
}

/** Emoji with a word in their names: that very name first, then those that begin with it. */
function found(word: string, all: readonly NamedEmoji[]): readonly Emoji[] {
  const ranked = [
    ...all.filter(({ name }) => name === word),
    ...all.filter(({ name }) => name.startsWith(word)),
    ...all.filter(({ name }) => name.includes(word)),
  ]
  return [...customEmoji(word), ...once(ranked).slice(0, FOUND_MAX).map(unicode)]
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
