import type { Tab } from '../../kit/frame.tsx'
import { go, place } from '../../store/place.ts'
import { address } from '../../styles/admin.css'
import { Lazy } from '../../ui/lazy.tsx'
import { withStyle } from '../../ui/load-style.ts'
import { t } from '../../words/frame.ts'
import type { PageProps, Part } from '../part.ts'
import { Groups } from './groups.tsx'
import { Invites } from './invites.tsx'
import { People } from './people.tsx'

const loadProfile = async () => withStyle(import('../../chat/opened/profile.tsx'))

function tabsFor(current: string): readonly Tab[] {
  const tabs = [
    ['people', t.navigation.people],
    ['groups', t.navigation.groups],
    ['invites', t.navigation.invites],
  ] as const
  return tabs.map(([name, label]) => ({ href: `#${name}`, label, isCurrent: name === current }))
}

function Page({ rest: [id] }: PageProps) {
  const { page } = place.value
  const tabs = tabsFor(page)
  if (page === 'groups') return <Groups tabs={tabs} />
  if (page === 'invites') return <Invites tabs={tabs} />
  return (
    <>
      <People tabs={tabs} />
      {id !== undefined && (
        <Lazy
          key={id}
          load={loadProfile}
          name="ProfileDialog"
          props={{ id: Number(id), close: () => place.value.page === 'people' && go('#people') }}
        />
      )}
    </>
  )
}

/** The pages `#people`, `#groups` and `#invites`. */
export const part: Part = { Page, style: address }
