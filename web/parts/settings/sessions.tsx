import { call } from '../../lib/api.ts'
import { formatAgo, formatExact } from '../../lib/format.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import { say, sayFailure } from '../../ui/toast.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { settingsText as t } from '../../words/settings.ts'

interface Session {
  session_id: string
  client: string
  created: number
  last_seen: number
  is_current: boolean
}

const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

/** What a browser calls itself, in two words. */
function browserName(client: string): string {
  const named = [BROWSERS, SYSTEMS].flatMap(
    (all) => all.find(([pattern]) => pattern.test(client))?.[1] ?? [],
  )
  return named.length > 0 ? named.join(', ') : t.unknown
}

/** The browsers in which the reader is signed in. */
export function Sessions() {
  const { value, failure, reload } = useLoaded(
    async (signal) =>
      call<{ sessions: readonly Session[] }>('GET', 'users/me/sessions', {}, signal),
    [],
  )
  const end = async (session_id?: string) => {
    await call('DELETE', 'users/me/sessions', { session_id })
    say(t.ended)
    reload()
  }
  if (failure !== undefined) return <Failed reason={failure} retry={reload} />
  if (!value) return <Loading />
  return (
    <>
      <ul class="stack list">
        {value.sessions.map(({ session_id, client, created, last_seen, is_current }) => (
          <li key={session_id} class="card row session">
            <div class="grow">
              <strong>{browserName(client)}</strong>{' '}
              {is_current && <span class="badge">{t.current}</span>}
              <p class="dim small">
                {t.lastSeen} {formatAgo(last_seen)} · {t.began} {formatExact(created)}
              </p>
            </div>
            {!is_current && (
              <button
                type="button"
                class="button"
                onClick={() => void end(session_id).catch(sayFailure)}
              >
                {t.end}
              </button>
            )}
          </li>
        ))}
      </ul>
      {value.sessions.length > 1 && (
        <div>
          <button type="button" class="button danger" onClick={() => void end().catch(sayFailure)}>
            {t.endOthers}
          </button>
        </div>
      )}
    </>
  )
}
