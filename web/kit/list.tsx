import type { ComponentChildren } from 'preact'
import { w } from '../words/team.ts'

/** A list of rows, or what there is instead where it is empty. */
export function List<Item>({
  items,
  row,
  none,
}: {
  items: readonly Item[]
  row: (item: Item) => ComponentChildren
  none: ComponentChildren
}) {
  return items.length === 0 ? none : <ul class="rows">{items.map(row)}</ul>
}

/** A row of a list: a picture, a name that may lead somewhere, what there is to say, and what can be done. */
export function Row({
  picture,
  name,
  href,
  about,
  isGone = false,
  wraps = false,
  children,
}: {
  picture?: ComponentChildren
  name: ComponentChildren
  href?: string
  about?: ComponentChildren
  isGone?: boolean
  /** Whether all of it is shown, on as many lines as that takes. */
  wraps?: boolean
  children?: ComponentChildren
}) {
  const cut = wraps ? '' : 'truncate'
  return (
    <li class={isGone ? 'gone' : ''}>
      {picture}
      <span class="main-text">
        {href === undefined ? (
          <b class={cut}>{name}</b>
        ) : (
          <a class={cut} href={href}>
            {name}
          </a>
        )}
        {about !== undefined && <span class={`dim small ${cut}`}>{about}</span>}
      </span>
      {children}
    </li>
  )
}

/** A field by which a list is searched. */
export function Find({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  return (
    <input
      class="input find"
      type="search"
      aria-label={w.search}
      placeholder={w.search}
      value={typed}
      onInput={({ currentTarget }) => onType(currentTarget.value)}
    />
  )
}
