import { settingsText as t } from '../../words/settings.ts'
import type { PageProps, Part } from '../part.ts'
import { Preferences } from './preferences.tsx'
import { Sessions } from './sessions.tsx'
import { address as style } from './settings.css'

const TABS = [
  ['profile', t.profile],
  ['sessions', t.sessions],
] as const

function Page({ rest: [tab = 'profile'] }: PageProps) {
  return (
    <div class="page">
      <div class="content stack settings">
        <nav class="row" aria-label={t.label}>
          {TABS.map(([name, label]) => (
            <a
              key={name}
              class={`button small ${name === tab ? 'primary' : ''}`}
              href={`#settings/${name}`}
              aria-current={name === tab ? 'page' : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
        {tab === 'sessions' ? <Sessions /> : <Preferences />}
      </div>
    </div>
  )
}

/** The page `#settings`: what is the reader's own. */
export const part: Part = { Page, style }
