import { keepEverywhere, signOut } from '../store/start.ts'
import { ownUser, state } from '../store/state.ts'
import { Avatar } from '../ui/avatar.tsx'
import { MenuButton } from '../ui/menu.tsx'
import { say, sayFailure } from '../ui/toast.tsx'
import { t } from '../words/frame.ts'
import { isHelpOpen } from './help.ts'

/** Signs out; not before what is kept in this browser alone was named. */
async function leave(): Promise<void> {
  const count = await keepEverywhere()
  if (count === 0) await signOut()
  else {
    const run = () => void signOut().catch(sayFailure)
    say(t.account.unkept(count), { label: t.account.signOut, run })
  }
}

/** Who is signed in, and what they do with their account. */
export function AccountMenu() {
  const user = ownUser()
  const status = state.statuses.value.get(user.user_id)?.text
  return (
    <MenuButton
      label={`${t.account.label}: ${user.full_name}`}
      className="account"
      items={() => [
        { label: t.account.profile, icon: 'gear', href: '#settings/profile' },
        { label: t.account.sessions, icon: 'lock', href: '#settings/sessions' },
        { label: t.account.shortcuts, icon: 'code', run: () => (isHelpOpen.value = true) },
        {
          label: t.account.signOut,
          icon: 'right',
          begins: true,
          run: () => void leave().catch(sayFailure),
        },
      ]}
    >
      <Avatar user={user} />
      <span>
        <span class="truncate">{user.full_name}</span>
        {status && <span class="truncate small dim">{status}</span>}
      </span>
    </MenuButton>
  )
}
