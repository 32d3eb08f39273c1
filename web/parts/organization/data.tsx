import { useState } from 'preact/hooks'
import { Copyable } from '../../kit/forms.tsx'
import { Frame, Section, type Tab } from '../../kit/frame.tsx'
import { call } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { ownUser } from '../../store/state.ts'
import { Failed } from '../../ui/states.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { w } from '../../words/team.ts'
import { Exports } from './exports.tsx'
import { ImportForm } from './import-form.tsx'
import { Imports } from './imports.tsx'
import { useMoving } from './moving.ts'
import { Quotas } from './quotas.tsx'

const WAYS = [
  [w.organization.exporting, w.organization.exportText, 'bellhop chat export <folder>'],
  [w.organization.importing, w.organization.importText, 'bellhop chat import <folder>'],
  [w.organization.backup, w.organization.backupText, 'bellhop backup <file>'],
] as const

/** The page `#organization/data`: what files take, and how everything is moved out and in. */
export function DataPage({ tabs }: { tabs: readonly Tab[] }) {
  const [isExporting, setExporting] = useState(false)
  const { exports, imports, askAgain } = useMoving(isExporting)
  const { value, failure, reload } = useLoaded(
    async (signal) => call<{ upload_space_used: number }>('GET', 'attachments', {}, signal),
    [],
  )
  return (
    <Frame
      title={w.organization.data}
      intro={w.organization.dataIntro}
      tabs={tabs}
      tabsLabel={w.organization.tabs}
    >
      <Quotas />
      {WAYS.map(([title, text, command]) => (
        <Section key={title} title={title} intro={text}>
          <Copyable text={command} label={title} />
          {title === w.organization.importing && (
            <>
              {ownUser().is_owner && <ImportForm onImport={askAgain} />}
              <Imports imports={imports} />
            </>
          )}
        </Section>
      ))}
      <Section title={w.organization.files} intro={w.organization.filesUsed}>
        {failure !== undefined && <Failed reason={failure} retry={reload} />}
        {failure === undefined && (
          <p>
            {value ? `${formatNumber(Math.ceil(value.upload_space_used / 1_000_000))} MB` : '…'}
          </p>
        )}
      </Section>
      <Exports progress={exports} onPending={setExporting} />
    </Frame>
  )
}
