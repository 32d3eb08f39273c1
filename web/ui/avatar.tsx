import type { User } from '../lib/types.ts'

/** How many colours stand behind initials. */
const TONES = 6

/** The picture of somebody, or their initials; names stand beside it. */
export function Avatar({
  user,
  size = '',
}: {
  user: Pick<User, 'user_id' | 'full_name' | 'avatar_url'> | undefined
  size?: '' | 's' | 'l'
}) {
  const picture = user?.avatar_url
  // Addresses elsewhere are not loaded: this page asks nobody but its server.
  if (picture && URL.parse(picture, location.href)?.origin === location.origin) {
    return <img class={`avatar ${size}`} src={picture} alt="" loading="lazy" />
  }
  return (
    <span class={`avatar ${size}`} data-tone={(user?.user_id ?? 0) % TONES} aria-hidden="true">
      {initialsOf(user?.full_name ?? '')}
    </span>
  )
}

function initialsOf(name: string): string {
  const words = name.split(/[\s_\-.]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const [first = '?', ...rest] = words
  const last = rest.at(-1) ?? ''
  return [first, last]
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '')
    .join('')
    .toUpperCase()
}
