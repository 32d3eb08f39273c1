import { useRef, useState } from 'preact/hooks'
import { AreaField, ChoiceField, Form, TextField } from '../../kit/forms.tsx'
import { call, csrfToken, readAnswer } from '../../lib/api.ts'
import { fieldText } from '../../lib/form.ts'
import { ownUser, state } from '../../store/state.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { say, sayFailure } from '../../ui/toast.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { settingsText as t } from '../../words/settings.ts'
import { change } from './change.ts'

/** What others see of the reader, and their password. */
export function Profile() {
  const user = ownUser()
  const status = state.statuses.value.get(user.user_id)?.text ?? ''
  const save = async (form: FormData) => {
    const [name, zone] = [fieldText(form, 'name'), fieldText(form, 'zone')]
    if (name !== user.full_name) await change({ full_name: name })
    if (zone !== user.timezone) await change({ timezone: zone })
    const text = fieldText(form, 'status')
    if (text !== status) await call('POST', 'users/me/status', { status_text: text })
    say(t.saved)
  }
  return (
    <>
      <section class="card stack">
        <Picture />
        <Form label={t.save} submit={save}>
          <TextField label={t.name} name="name" required maxLength={100} value={user.full_name} />
          <TextField
            label={t.status}
            hint={t.statusHint}
            name="status"
            maxLength={60}
            value={status}
          />
          <Zone zone={user.timezone} />
          <p class="dim small">
            {t.email} {user.delivery_email ?? user.email}
          </p>
        </Form>
      </section>
      <OwnFields />
      <Password email={user.email} />
    </>
  )
}

function Picture() {
  const picker = useRef<HTMLInputElement>(null)
  const user = ownUser()
  // Without one, the server draws a pattern.
  const isOwn = /\/user_avatars\/(?!\d+\/identicon\/)/.test(user.avatar_url ?? '')
  const upload = async (file: File | undefined) => {
    if (!file) return
    const body = new FormData()
    body.append('file', file)
    const headers = { 'x-csrftoken': csrfToken() }
    await readAnswer(await fetch('/api/v1/users/me/avatar', { method: 'POST', headers, body }))
    say(t.saved)
  }
  return (
    <div class="row">
      <Avatar user={user} size="l" />
      <div class="stack grow">
        <div class="row">
          <button type="button" class="button" onClick={() => picker.current?.click()}>
            {t.choosePicture}
          </button>
          {isOwn && (
            <button
              type="button"
              class="button"
              onClick={() => void call('DELETE', 'users/me/avatar').catch(sayFailure)}
            >
              {t.removePicture}
            </button>
          )}
        </div>
        <p class="dim small">{t.pictureHint}</p>
      </div>
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/gif"
        hidden
        aria-label={t.picture}
        onChange={({ currentTarget }) => {
          void upload(currentTarget.files?.[0]).catch(sayFailure)
          currentTarget.value = ''
        }}
      />
    </div>
  )
}

/** The time zone, and a way to that of this browser where it is another one. */
function Zone({ zone }: { zone: string }) {
  const [chosen, setChosen] = useState(zone)
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = new Set(['', chosen, here, ...Intl.supportedValuesOf('timeZone')])
  return (
    <div class="stack">
      <ChoiceField
        label={t.zone}
        name="zone"
        value={chosen}
        choices={[...zones].map((one) => [one, one === '' ? t.noZone : one.replaceAll('_', ' ')])}
        onChange={setChosen}
      />
      <p class="dim small row">
        {t.zoneHint}
        {chosen !== here && (
          <button type="button" class="button small" onClick={() => setChosen(here)}>
            {t.useZone(here)}
          </button>
        )}
      </p>
    </div>
  )
}

interface OwnField {
  id: number
  name: string
  hint: string
  type: number
  field_data: string
  required: boolean
  editable_by_user: boolean
}

/** Kinds of fields that are written in a way of their own; those of people are left to other programs. */
const [LONG, CHOICE, DATE, PEOPLE] = [2, 3, 4, 6]

/** What the organization wants to know besides. */
function OwnFields() {
  const { value } = useLoaded(async (signal) => {
    const [{ custom_fields }, { profile_data = {} }] = await Promise.all([
      call<{ custom_fields: readonly OwnField[] }>('GET', 'realm/profile_fields', {}, signal),
      call<{ profile_data?: Readonly<Record<string, { value: string }>> }>(
        'GET',
        'users/me',
        {},
        signal,
      ),
    ])
    const mayWrite = ({ editable_by_user, type }: OwnField) => editable_by_user && type !== PEOPLE
    return { fields: custom_fields.filter(mayWrite), data: profile_data }
  }, [])
  if (!value || value.fields.length === 0) return null
  const { fields, data } = value
  const save = async (form: FormData) => {
    const changed = fields
      .map(({ id }) => ({ id, value: fieldText(form, `field-${id}`) }))
      .filter(({ id, value: now }) => now !== (data[id]?.value ?? ''))
    await call('PATCH', 'users/me/profile_data', { data: changed })
    say(t.saved)
  }
  return (
    <section class="card stack">
      <h2>{t.more}</h2>
      <Form label={t.save} submit={save}>
        {fields.map((field) => (
          <OwnFieldInput key={field.id} field={field} value={data[field.id]?.value ?? ''} />
        ))}
      </Form>
    </section>
  )
}

function OwnFieldInput({ field, value }: { field: OwnField; value: string }) {
  const { id, name: label, hint, type, field_data, required } = field
  const shared = { label, name: `field-${id}`, value, required, ...(hint !== '' && { hint }) }
  if (type === LONG) return <AreaField {...shared} />
  if (type !== CHOICE) return <TextField {...shared} type={type === DATE ? 'date' : 'text'} />
  const choices = Object.entries(JSON.parse(field_data) as Record<string, { text: string }>)
  return (
    <ChoiceField
      label={label}
      name={shared.name}
      value={value}
      choices={[['', ''], ...choices.map(([key, { text }]) => [key, text] as const)]}
    />
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
