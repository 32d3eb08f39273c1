import type { Tab } from '../../kit/frame.tsx'
import { place } from '../../store/place.ts'
import { address } from '../../styles/admin.css'
import { t } from '../../words/frame.ts'
import type { Part } from '../part.ts'
import { Groups } from './groups.tsx'
import { Invites } from './invites.tsx'
import { People } from './people.tsx'

function tabsFor(current: string): readonly Tab[] {
  const tabs = [
    ['people', t.navigation.people],
    ['groups', t.navigation.groups],
    ['invites', t.navigation.invites],
  ] as const
  return tabs.map(([name, label]) => ({ href: `#${name}`, label, isCurrent: name === current }))
}

function Page() {
  const { page } = place.value
  const tabs = tabsFor(page)
  if (page === 'groups') return <Groups tabs={tabs} />
  if (page === 'invites') return <Invites tabs={tabs} />
  return <People tabs={tabs} />
}

/** The pages `#people`, `#groups` and `#invites`. */
export const part: Part = { Page, style: address }
