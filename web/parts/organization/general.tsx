import { AreaField, CheckField, Form, textIn, TextField } from '../../kit/forms.tsx'
import { Frame, type Tab } from '../../kit/frame.tsx'
import { call } from '../../lib/api.ts'
import { asText } from '../../lib/as-text.ts'
import { state } from '../../store/state.ts'
import { say, sayFailure } from '../../ui/toast.tsx'
import { t } from '../../words/frame.ts'
import { w } from '../../words/team.ts'

const JOINING = [
  'invite_required',
  'sign_up_closed',
  'emails_restricted_to_domains',
  'email_changes_disabled',
  'name_changes_disabled',
]

const MESSAGES = [
  'allow_message_editing',
  'enable_read_receipts',
  'presence_disabled',
  'send_channel_events_messages',
  'inline_url_embed_preview',
]

/** The page `#organization`: its name, and what holds for everybody. */
export function General({ tabs }: { tabs: readonly Tab[] }) {
  return (
    <Frame
      title={t.navigation.organization}
      isNamedAbove
      intro={w.organization.intro}
      tabs={tabs}
      tabsLabel={w.organization.tabs}
    >
      <div class="columns">
        <Profile />
        <div class="stack">
          <Flags title={w.organization.joining} names={JOINING} />
          <Flags title={w.organization.messages} names={MESSAGES} />
        </div>
      </div>
    </Frame>
  )
}

function settingText(name: string): string {
  return asText(state.organization.value[name])
}

function Profile() {
  const save = async (given: FormData) => {
    await call('PATCH', 'realm', {
      name: textIn(given, 'name'),
      description: textIn(given, 'description'),
    })
    say(w.saved)
  }
  return (
    <section class="card">
      <Form label={t.save} submit={save}>
        <h3>{w.organization.general}</h3>
        <TextField label={w.name} name="name" value={settingText('name')} maxLength={40} required />
        <AreaField
          label={w.description}
          name="description"
          value={settingText('description')}
          rows={4}
        />
      </Form>
    </section>
  )
}

function Flags({ title, names }: { title: string; names: readonly string[] }) {
  const change = async (name: string, isOn: boolean) => {
    try {
      await call('PATCH', 'realm', { [name]: isOn })
      say(w.saved)
    } catch (thrown) {
      sayFailure(thrown)
    }
  }
  return (
    <section class="card stack">
      <h3>{title}</h3>
      {names.map((name) => (
        <CheckField
          key={name}
          label={w.organization.flags[name] ?? name}
          name={name}
          isOn={state.organization.value[name] === true}
          onChange={(isOn) => void change(name, isOn)}
        />
      ))}
    </section>
  )
}
