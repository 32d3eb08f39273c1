import { useState } from 'preact/hooks'
import { Form, TextField } from '../../kit/forms.tsx'
import { call } from '../../lib/api.ts'
import { start } from '../../store/start.ts'
import { ownUser } from '../../store/state.ts'
import { address as style } from '../../styles/entry-form.css'
import { Dialog } from '../../ui/dialog.tsx'
import { ICON_ADDRESS } from '../../ui/icon-address.ts'
import { Loading } from '../../ui/states.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { entryText as e } from '../../words/entry.ts'
import { t } from '../../words/frame.ts'
import type { Part } from '../part.ts'

/** What anybody may know of a server. */
interface ServerSettings {
  realm_name?: string
  bellhop_sends_mail: boolean
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
        <img src={ICON_ADDRESS} alt="" />
        {name ?? t.product}
      </p>
      <div class="card">
        {way === 'reset' ? <Reset server={server} /> : <SignIn key={way} way={way} />}
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

function EmailField({ value = '' }: { value?: string }) {
  return (
    <TextField
      label={e.email}
      name="email"
      type="email"
      required
      autocomplete="username"
      value={value}
      autoFocus
    />
  )
}

function SignIn({ way, email }: { way: 'password' | 'key'; email?: string }) {
  const submit = async (form: FormData) => {
    const fields =
      way === 'key'
        ? { api_key: form.get('key') }
        : { username: form.get('email'), password: form.get('password') }
    await call('POST', '/accounts/login/', fields)
    history.replaceState(null, '', `/${location.hash}`)
    await start()
  }
  return (
    <Form label={e.submit} submit={submit}>
      {email === undefined && <h1>{e.title}</h1>}
      {way === 'password' ? (
        <>
          <EmailField value={email ?? ''} />
          <TextField
            label={e.password}
            name="password"
            type="password"
            required
            autocomplete="current-password"
          />
        </>
      ) : (
        <TextField
          label={e.key}
          hint={e.keyHint}
          name="key"
          type="password"
          required
          autocomplete="off"
          autoFocus
        />
      )}
    </Form>
  )
}

/** Signing in again over a page whose session has ended, so that nothing on it is lost. */
export function SignInAgain({ close }: { close: () => void }) {
  const { delivery_email, email } = ownUser()
  return (
    <Dialog title={e.title} close={close}>
      <p>{e.again}</p>
      <SignIn way="password" email={delivery_email ?? email} />
    </Dialog>
  )
}

function Reset({ server }: { server: ServerSettings | undefined }) {
  const [isSent, setSent] = useState(false)
  if (!server) return <Loading />
  if (!server.bellhop_sends_mail) {
    return (
      <>
        <h1>{e.resetTitle}</h1>
        <p>{e.noMail}</p>
        <code>bellhop chat user reset {e.yourAddress}</code>
      </>
    )
  }
  if (isSent) {
    return (
      <p class="note good" role="status">
        {e.resetSent}
      </p>
    )
  }
  const submit = async (form: FormData) => {
    await call('POST', '/accounts/password/reset/', { email: form.get('email') })
    setSent(true)
  }
  return (
    <Form label={e.reset} submit={submit}>
      <h1>{e.resetTitle}</h1>
      <EmailField />
    </Form>
  )
}

/** Where somebody signs in. */
export const part: Part = { Page, style }
