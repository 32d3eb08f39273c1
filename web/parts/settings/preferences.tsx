import { useState } from 'preact/hooks'
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

/** Sends a form; says that it was saved, or why not. */
function saving(work: (form: FormData) => Promise<unknown>, done: string = t.saved) {
  return async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const element = event.currentTarget as HTMLFormElement
    try {
      await work(new FormData(element))
      say(done)
      for (const field of element.querySelectorAll<HTMLInputElement>('[type=password]')) {
        field.value = ''
      }
    } catch (thrown) {
      sayFailure(thrown)
    }
  }
}

async function change(fields: Fields): Promise<unknown> {
  return call('PATCH', 'settings', fields)
}

/** Name, status, colours, notifications and password of the reader. */
export function Preferences() {
  const user = ownUser()
  const status = state.statuses.value.get(user.user_id)?.text ?? ''
  const theme = Number(state.settings.value['color_scheme'] ?? 1)
  const saveProfile = saving(async (form) => {
    const name = fieldText(form, 'name')
    if (name !== user.full_name) await change({ full_name: name })
    const text = fieldText(form, 'status')
    if (text !== status) await call('POST', 'users/me/status', { status_text: text })
  })
  const savePassword = saving(
    async (form) =>
      change({ old_password: fieldText(form, 'old'), new_password: fieldText(form, 'new') }),
    t.changed,
  )
  return (
    <>
      <form class="card stack" onSubmit={(event) => void saveProfile(event)}>
        <label class="field">
          <span>{t.name}</span>
          <input class="input" name="name" required maxLength={100} defaultValue={user.full_name} />
        </label>
        <label class="field">
          <span>{t.status}</span>
          <input class="input" name="status" maxLength={60} defaultValue={status} />
          <small>{t.statusHint}</small>
        </label>
        <p class="dim small">
          {t.email} {user.delivery_email ?? user.email}
        </p>
        <div>
          <button class="button primary">{t.save}</button>
        </div>
      </form>
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
      <form class="card stack" onSubmit={(event) => void savePassword(event)}>
        <h2>{t.password}</h2>
        <input
          type="text"
          name="username"
          autocomplete="username"
          hidden
          value={user.email}
          readOnly
        />
        <label class="field">
          <span>{t.oldPassword}</span>
          <input
            class="input"
            name="old"
            type="password"
            required
            autocomplete="current-password"
          />
        </label>
        <label class="field">
          <span>{t.newPassword}</span>
          <input class="input" name="new" type="password" required autocomplete="new-password" />
        </label>
        <div>
          <button class="button">{t.change}</button>
        </div>
      </form>
    </>
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
