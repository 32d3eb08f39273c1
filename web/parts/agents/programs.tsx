import { Section } from '../../kit/frame.tsx'
import { List, Row } from '../../kit/list.tsx'
import { call } from '../../lib/api.ts'
import { formatAgo } from '../../lib/format.ts'
import { ownUser } from '../../store/state.ts'
import { Failed } from '../../ui/states.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { a } from '../../words/agents.ts'
import { EndButton } from './end-button.tsx'
import type { Program } from './ledger.ts'

/** Programs that came by OAuth, each of which can be ended. */
export function ProgramList({
  programs,
  changed,
}: {
  programs: readonly Program[]
  changed: () => void
}) {
  const end = async (id: string) => {
    await call('DELETE', `connected_programs/${id}`)
    changed()
  }
  return (
    <List
      items={programs}
      none={null}
      row={({ program_id: id, name, redirect_host, scopes, last_seen }) => (
        <Row
          key={id}
          wraps
          name={name === '' ? a.nameless : name}
          about={[
            ...scopes.map((scope) => a.scopes[scope] ?? scope),
            a.leadsTo(redirect_host),
            `${a.lastSeen} ${formatAgo(last_seen)}`,
          ].join(' · ')}
        >
          <EndButton
            of={name}
            title={a.endProgram}
            text={a.endProgramText(name === '' ? a.nameless : name)}
            end={async () => end(id)}
          />
        </Row>
      )}
    />
  )
}

/** The programs that the reader has let in; nothing where there are none. */
export function OwnPrograms() {
  const { value, failure, reload } = useLoaded(
    async (signal) =>
      call<{ programs: readonly Program[] }>('GET', 'connected_programs', {}, signal),
    [],
  )
  if (failure !== undefined) return <Failed reason={failure} retry={reload} />
  if (!value || value.programs.length === 0) return null
  return (
    <Section
      title={a.programsOwn}
      intro={a.programsOwnText}
      actions={
        <a class="button small" href={`#agents/${ownUser().user_id}`}>
          {a.didWhat}
        </a>
      }
    >
      <ProgramList programs={value.programs} changed={reload} />
    </Section>
  )
}
