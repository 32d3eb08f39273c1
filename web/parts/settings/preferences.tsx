import { useState } from 'preact/hooks'
import { Form, TextField } from '../../kit/forms.tsx'
import { call, type Fields } from '../../lib/api.ts'
import { fieldText } from '../../lib/form.ts'
import { ownUser, state } from '../../store/state.ts'
import { say, sayFailure } from '../../ui/toast.tsx'
import { settingsText as t } from '../../words/settings.ts'

const THEMES = [
  [1, t.themeAuto],
  [2, t.themeDark],
  [3, t.themeLight],
] as const

async function change(fields: Fields): Promise<unknown> {
  return call('PATCH', 'settings', fields)
}

/** Name, status, colours, notifications and password of the reader. */
export function Preferences() {
  const user = ownUser()
  const status = state.statuses.value.get(user.user_id)?.text ?? ''
  const theme = Number(state.settings.value['color_scheme'] ?? 1)
  const saveProfile = async (form: FormData) => {
    const name = fieldText(form, 'name')
    if (name !== user.full_name) await change({ full_name: name })
    const text = fieldText(form, 'status')
    if (text !== status) await call('POST', 'users/me/status', { status_text: text })
    say(t.saved)
  }
  return (
    <>
      <section class="card">
        <Form label={t.save} submit={saveProfile}>
          <TextField label={t.name} name="name" required maxLength={100} value={user.full_name} />
          <TextField
            label={t.status}
            hint={t.statusHint}
            name="status"
            maxLength={60}
            value={status}
          />
          <p class="dim small">
            {t.email} {user.delivery_email ?? user.email}
          </p>
        </Form>
      </section>
      <fieldset class="card row choices">
        <legend>{t.theme}</legend>
        {THEMES.map(([value, label]) => (
          <label key={value} class="check">
            <input
              type="radio"
              name="theme"
              checked={theme === value}
              onChange={() => void change({ color_scheme: value }).catch(sayFailure)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <Notifications />
      <Password email={user.email} />
    </>
  )
}

function Password({ email }: { email: string }) {
  // A new form for each password, so that none stays in it.
  const [count, setCount] = useState(0)
  const submit = async (form: FormData) => {
    await change({ old_password: fieldText(form, 'old'), new_password: fieldText(form, 'new') })
    say(t.changed)
    setCount(count + 1)
  }
  return (
    <section class="card stack">
      <h2>{t.password}</h2>
      <Form key={count} label={t.change} submit={submit}>
        <input type="text" name="username" autocomplete="username" hidden value={email} readOnly />
        <TextField
          label={t.oldPassword}
          name="old"
          type="password"
          required
          autocomplete="current-password"
        />
        <TextField
          label={t.newPassword}
          name="new"
          type="password"
          required
          autocomplete="new-password"
        />
      </Form>
    </section>
  )
}

function Notifications() {
  const [permission, setPermission] = useState(
    'Notification' in globalThis ? Notification.permission : 'denied',
  )
  const ask = async () => setPermission(await Notification.requestPermission())
  return (
    <section class="card stack">
      <h2>{t.notifications}</h2>
      <p class="dim">{t.notificationsHint}</p>
      {permission === 'default' ? (
        <div>
          <button type="button" class="button" onClick={() => void ask()}>
            {t.allow}
          </button>
        </div>
      ) : (
        <p>{permission === 'granted' ? t.allowed : t.denied}</p>
      )}
    </section>
  )
}
