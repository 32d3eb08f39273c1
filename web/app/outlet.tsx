import { Conversation } from '../chat/conversation.tsx'
import type { Place } from '../lib/address.ts'
import { place } from '../store/place.ts'
import { viewTitle } from '../store/views.ts'
import { Lost } from '../ui/states.tsx'
import { t } from '../words/frame.ts'
import { Inbox } from './inbox.tsx'
import { LazyPart } from './lazy-part.tsx'
import { TEAM_LINKS } from './links.ts'
import { PARTS } from './parts.ts'

/** What the title of the window says of a place. */
export function titleOf(now: Place): string {
  if (now.terms) return viewTitle(now.terms)
  if (now.page === 'inbox') return t.navigation.inbox
  const link = TEAM_LINKS.find(({ page }) => page === `${now.page}/${now.rest[0]}`)
  if (link) return link.label
  return (Object.hasOwn(PARTS, now.page) ? PARTS[now.page]?.title : undefined) ?? t.product
}

/** What the address names. */
export function Outlet() {
  const now = place.value
  if (now.terms) return <Conversation />
  if (now.page === 'inbox') return <Inbox />
  const entry = Object.hasOwn(PARTS, now.page) ? PARTS[now.page] : undefined
  if (!entry) return <Lost />
  return <LazyPart key={now.page} entry={entry} rest={now.rest} />
}
