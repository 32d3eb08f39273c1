import { useState } from 'preact/hooks'
import {
  AreaField,
  ChoiceField,
  Confirm,
  Copyable,
  FormDialog,
  SecretDialog,
  textIn,
  TextField,
} from '../../kit/forms.tsx'
import { Frame, type Tab } from '../../kit/frame.tsx'
import { ChannelField } from '../../kit/members.tsx'
import { givenRoles, roleName } from '../../kit/owned.ts'
import { call } from '../../lib/api.ts'
import { formatBriefly } from '../../lib/format.ts'
import { userName } from '../../store/names.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { say, sayFailure } from '../../ui/toast.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { t } from '../../words/frame.ts'
import { w } from '../../words/team.ts'

interface Invite {
  id: number
  invited_by_user_id: number | null
  invited: number
  expiry_date: number | null
  invited_as: number
  is_multiuse: boolean
  email?: string
  link_url?: string
  times_used?: number
  max_uses?: number | null
}

const LIVES_DAYS = [1, 3, 10, 30] as const
const MINUTES_A_DAY = 1_440

/** The page `#invites`: open invitations, and new ones. */
export function Invites({ tabs }: { tabs: readonly Tab[] }) {
  const [isInviting, setInviting] = useState(false)
  const { value, failure, reload } = useLoaded(
    async (signal) => call<{ invites: readonly Invite[] }>('GET', 'invites', {}, signal),
    [],
  )
  return (
    <Frame
      title={t.navigation.invites}
      isNamedAbove
      intro={w.people.inviteIntro}
      tabs={tabs}
      tabsLabel={w.people.tabs}
      actions={
        <button type="button" class="button primary" onClick={() => setInviting(true)}>
          <Icon name="plus" />
          {w.people.invite}
        </button>
      }
    >
      {!value && failure === undefined && <Loading />}
      {failure !== undefined && <Failed reason={failure} retry={reload} />}
      {value?.invites.length === 0 && (
        <Empty icon="users" title={w.people.noInvites}>
          <p>{w.people.noInvitesText}</p>
        </Empty>
      )}
      {value && value.invites.length > 0 && (
        <ul class="rows">
          {value.invites.map((invite) => (
            <InviteRow
              key={`${invite.is_multiuse} ${invite.id}`}
              invite={invite}
              changed={reload}
            />
          ))}
        </ul>
      )}
      {isInviting && (
        <InviteDialog
          close={() => {
            setInviting(false)
            reload()
          }}
        />
      )}
    </Frame>
  )
}

function InviteRow({ invite, changed }: { invite: Invite; changed: () => void }) {
  const [isRevoking, setRevoking] = useState(false)
  const { id, is_multiuse: isLink, email, link_url, expiry_date: ends } = invite
  const path = isLink ? `invites/multiuse/${id}` : `invites/${id}`
  const name = email ?? w.people.link
  const resend = async () => {
    try {
      await call('POST', `${path}/resend`)
      say(w.done)
    } catch (thrown) {
      sayFailure(thrown)
    }
  }
  const uses = isLink
    ? `${w.people.uses}: ${invite.times_used ?? 0}${invite.max_uses ? ` / ${invite.max_uses}` : ''}`
    : undefined
  const about = [
    invite.invited_by_user_id === null ? undefined : userName(invite.invited_by_user_id),
    `${w.people.ends}: ${ends === null ? w.never : formatBriefly(ends)}`,
    uses,
  ]
  return (
    <li>
      <span class="main-text">
        <b class="truncate">{name}</b>
        <span class="dim small">{about.filter(Boolean).join(' · ')}</span>
        {link_url !== undefined && <Copyable text={link_url} label={w.people.link} />}
      </span>
      <span class="badge">{roleName(invite.invited_as)}</span>
      <MenuButton
        label={w.actions(name)}
        items={() => [
          ...(isLink
            ? []
            : ([{ label: w.people.resend, icon: 'send', run: () => void resend() }] as const)),
          {
            label: w.people.revoke,
            icon: 'trash',
            run: () => setRevoking(true),
            isDangerous: true,
          },
        ]}
      >
        <Icon name="more" />
      </MenuButton>
      {isRevoking && (
        <Confirm
          title={w.people.revoke}
          text={w.people.revokeText}
          label={w.people.revoke}
          close={() => setRevoking(false)}
          run={async () => {
            await call('DELETE', path)
            changed()
          }}
        />
      )}
    </li>
  )
}

function InviteDialog({ close }: { close: () => void }) {
  const [link, setLink] = useState<string>()
  const { value: server } = useLoaded(
    async (signal) => call<{ bellhop_sends_mail: boolean }>('GET', 'server_settings', {}, signal),
    [],
  )
  const submit = async (form: FormData) => {
    const emails = textIn(form, 'emails')
    const shared = {
      invite_expires_in_minutes: Number(form.get('days')) * MINUTES_A_DAY,
      invite_as: Number(form.get('role')),
      stream_ids: form.getAll('channel').map(Number),
    }
    if (emails !== '') {
      await call('POST', 'invites', { ...shared, invitee_emails: emails })
      say(w.people.invited(emails.split(/[\s,]+/).filter(Boolean).length))
      close()
      return
    }
    const uses = Number(form.get('uses'))
    const made = await call<{ invite_link: string }>('POST', 'invites/multiuse', {
      ...shared,
      ...(uses > 0 ? { max_uses: uses } : {}),
    })
    setLink(made.invite_link)
  }
  if (link !== undefined) {
    return (
      <SecretDialog
        title={w.people.linkMade}
        text={w.people.linkText}
        secret={link}
        close={close}
      />
    )
  }
  const lives = LIVES_DAYS.map((days) => [String(days), w.people.days(days)] as const)
  return (
    <FormDialog title={w.people.invite} label={w.create} submit={submit} close={close} staysOpen>
      {server && !server.bellhop_sends_mail ? (
        <p>{w.people.noMail}</p>
      ) : (
        <AreaField label={w.people.emails} hint={w.people.emailsHint} name="emails" />
      )}
      <ChoiceField label={w.role} name="role" value="400" choices={givenRoles()} />
      <ChoiceField label={w.people.expires} name="days" value="10" choices={lives} />
      <TextField label={w.people.maxUses} hint={w.people.usesHint} name="uses" type="number" />
      <ChannelField label={t.navigation.channels} />
    </FormDialog>
  )
}
