import { useState } from 'preact/hooks'
import { call } from '../../lib/api.ts'
import { start } from '../../store/start.ts'
import { address as style } from '../../styles/entry-form.css'
import { useLoaded } from '../../ui/use-loaded.ts'
import { entryText as e } from '../../words/entry.ts'
import { t } from '../../words/frame.ts'
import type { Part } from '../part.ts'

/** What anybody may know of a server. */
interface ServerSettings {
  realm_name?: string
  require_email_format_usernames: boolean
}

type Way = 'password' | 'key' | 'reset'

function Page() {
  const [way, setWay] = useState<Way>('password')
  const { value: server } = useLoaded(
    async (signal) => call<ServerSettings>('GET', 'server_settings', {}, signal),
    [],
  )
  const name = server?.realm_name
  return (
    <main class="entry">
      <p class="brand">
        <img src={document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? ''} alt="" />
        {name ?? t.product}
      </p>
      <div class="card">
        {way === 'reset' ? <Reset /> : <SignIn key={way} way={way} />}
        <div class="links">
          <button type="button" onClick={() => setWay(way === 'password' ? 'key' : 'password')}>
            {way === 'password' ? e.byKey : e.byPassword}
          </button>
          {way === 'password' && (
            <button type="button" onClick={() => setWay('reset')}>
              {e.forgot}
            </button>
          )}
        </div>
      </div>
      <p class="help">
        {e.firstTime}
        <br />
        <code>bellhop chat link</code>
      </p>
    </main>
  )
}

function SignIn({ way }: { way: 'password' | 'key' }) {
  const submit = useSubmit(async (form) => {
    const fields =
      way === 'key'
        ? { api_key: form.get('key') }
        : { username: form.get('email'), password: form.get('password') }
    await call('POST', '/accounts/login/', fields)
    history.replaceState(null, '', `/${location.hash}`)
    await start()
  })
  return (
    <form onSubmit={submit.run}>
      <h1>{e.title}</h1>
      {way === 'password' ? (
        <>
          <label class="field">
            <span>{e.email}</span>
            <input
              class="input"
              name="email"
              type="email"
              required
              autocomplete="username"
              autoFocus
            />
          </label>
          <label class="field">
            <span>{e.password}</span>
            <input
              class="input"
              name="password"
              type="password"
              required
              autocomplete="current-password"
            />
          </label>
        </>
      ) : (
        <label class="field">
          <span>{e.key}</span>
          <input class="input" name="key" type="password" required autocomplete="off" autoFocus />
          <small>{e.keyHint}</small>
        </label>
      )}
      <Outcome {...submit} />
      <button class="button primary" disabled={submit.isBusy}>
        {e.submit}
      </button>
    </form>
  )
}

function Reset() {
  const [isSent, setSent] = useState(false)
  const submit = useSubmit(async (form) => {
    await call('POST', '/accounts/password/reset/', { email: form.get('email') })
    setSent(true)
  })
  return (
    <form onSubmit={submit.run}>
      <h1>{e.resetTitle}</h1>
      {isSent ? (
        <p class="note good" role="status">
          {e.resetSent}
        </p>
      ) : (
        <>
          <label class="field">
            <span>{e.email}</span>
            <input
              class="input"
              name="email"
              type="email"
              required
              autocomplete="username"
              autoFocus
            />
          </label>
          <Outcome {...submit} />
          <button class="button primary" disabled={submit.isBusy}>
            {e.reset}
          </button>
        </>
      )}
    </form>
  )
}

interface Submit {
  isBusy: boolean
  failure: string
  run: (event: Event) => void
}

/** Sends a form by `work`; says why that failed. */
function useSubmit(work: (form: FormData) => Promise<void>): Submit {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const run = (event: Event) => {
    event.preventDefault()
    setBusy(true)
    work(new FormData(event.currentTarget as HTMLFormElement))
      .catch((thrown: unknown) => setFailure(thrown instanceof Error ? thrown.message : t.failed))
      .finally(() => setBusy(false))
  }
  return { isBusy, failure, run }
}

function Outcome({ failure }: Pick<Submit, 'failure'>) {
  return <div role="alert">{failure !== '' && <p class="note bad">{failure}</p>}</div>
}

/** Where somebody signs in. */
export const part: Part = { Page, style }
