import { Frame } from '../../kit/frame.tsx'
import { address as style } from '../../styles/admin.css'
import { settingsText as t } from '../../words/settings.ts'
import type { PageProps, Part } from '../part.ts'
import { Preferences } from './preferences.tsx'
import { Profile } from './profile.tsx'
import { Sessions } from './sessions.tsx'

const TABS = [
  ['profile', t.profile],
  ['page', t.page],
  ['sessions', t.sessions],
] as const

function Page({ rest: [tab = 'profile'] }: PageProps) {
  const tabs = TABS.map(([name, label]) => ({
    href: `#settings/${name}`,
    label,
    isCurrent: name === tab,
  }))
  return (
    <Frame title={t.label} isNamedAbove intro={t.intro} tabs={tabs} tabsLabel={t.label}>
      <div class="settings stack">
        {tab === 'sessions' ? <Sessions /> : tab === 'page' ? <Preferences /> : <Profile />}
      </div>
    </Frame>
  )
}

/** The page `#settings`: what is the reader's own. */
export const part: Part = { Page, style }
