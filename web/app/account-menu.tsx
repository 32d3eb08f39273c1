import { ownUser, state } from '../store/state.ts'
import { Avatar } from '../ui/avatar.tsx'
import { MenuButton } from '../ui/menu.tsx'
import { t } from '../words/frame.ts'

/** Who is signed in, and what they do with their account. */
export function AccountMenu() {
  const user = ownUser()
  const status = state.statuses.value.get(user.user_id)?.text
  return (
    <MenuButton
      label={`${t.account.label}: ${user.full_name}`}
      className="account"
      items={async () => (await import('./account-items.ts')).accountItems()}
    >
      <Avatar user={user} />
      <span>
        <span class="truncate">{user.full_name}</span>
        {status && <span class="truncate small dim">{status}</span>}
      </span>
    </MenuButton>
  )
}
