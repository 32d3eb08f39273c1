import type { User } from '../lib/types.ts'
import type { IconName } from '../ui/icon.tsx'
import { t } from '../words/frame.ts'

/** A line of the navigation that leads to a page of its own. */
export interface NavigationLink {
  href: string
  /** First word of the fragments where it is the current one; with what follows, where that matters. */
  page: string
  icon: IconName
  label: string
  /** Who has it; everybody when absent. */
  isFor?: (user: User) => boolean
}

const isAdmin = ({ is_admin, is_owner }: User) => is_admin || is_owner
const isOwner = ({ is_owner }: User) => is_owner

/** Pages of the team, below its channels. */
export const TEAM_LINKS: readonly NavigationLink[] = [
  { href: '#agents', page: 'agents', icon: 'bot', label: t.navigation.agents },
  { href: '#people', page: 'people', icon: 'users', label: t.navigation.people },
  {
    href: '#organization',
    page: 'organization',
    icon: 'gear',
    label: t.navigation.organization,
    isFor: isAdmin,
  },
  {
    href: '#owner/money',
    page: 'owner/money',
    icon: 'coin',
    label: t.navigation.money,
    isFor: isOwner,
  },
  {
    href: '#owner/server',
    page: 'owner/server',
    icon: 'server',
    label: t.navigation.server,
    isFor: isOwner,
  },
  {
    href: '#owner/tools',
    page: 'owner/tools',
    icon: 'tool',
    label: t.navigation.tools,
    isFor: isOwner,
  },
]
