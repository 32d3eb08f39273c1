import { useState } from 'preact/hooks'
import { CheckField, ChoiceField, Confirm, FormDialog, textIn } from '../../kit/forms.tsx'
import { Frame, type Tab } from '../../kit/frame.tsx'
import { Find, List, Row } from '../../kit/list.tsx'
import { accounts, givenRoles, isAdmin, roleName } from '../../kit/owned.ts'
import { call } from '../../lib/api.ts'
import type { User } from '../../lib/types.ts'
import { directAddress } from '../../store/names.ts'
import { ownUser } from '../../store/state.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, type MenuItem } from '../../ui/menu.tsx'
import { Empty } from '../../ui/states.tsx'
import { say, sayFailure } from '../../ui/toast.tsx'
import { t } from '../../words/frame.ts'
import { w } from '../../words/team.ts'

/** The page `#people`: everybody with an account. */
export function People({ tabs }: { tabs: readonly Tab[] }) {
  const [typed, setTyped] = useState('')
  const [showsGone, setShowsGone] = useState(false)
  const word = typed.trim().toLowerCase()
  const found = accounts(false).filter(
    ({ full_name, email, is_active }) =>
      (is_active || showsGone) && `${full_name} ${email}`.toLowerCase().includes(word),
  )
  return (
    <Frame
      title={t.navigation.people}
      isNamedAbove
      intro={w.people.intro}
      tabs={tabs}
      tabsLabel={w.people.tabs}
      actions={
        <a class="button primary" href="#invites">
          <Icon name="plus" />
          {w.people.invite}
        </a>
      }
    >
      <div class="row">
        <Find typed={typed} onType={setTyped} />
        <CheckField
          label={w.people.showGone}
          name="gone"
          isOn={showsGone}
          onChange={setShowsGone}
        />
      </div>
      <List
        items={found}
        row={(user) => <Person key={user.user_id} user={user} />}
        none={<Empty icon="users" title={w.people.noMatch} />}
      />
    </Frame>
  )
}

function Person({ user }: { user: User }) {
  const isOwn = user.user_id === ownUser().user_id
  return (
    <Row
      picture={<Avatar user={user} />}
      name={
        <>
          {user.full_name} {isOwn && <span class="dim">({w.people.you})</span>}
        </>
      }
      href={`#people/${user.user_id}`}
      about={user.delivery_email ?? user.email}
      isGone={!user.is_active}
    >
      <span class="state row">
        {!user.is_active && <span class="badge">{w.people.deactivated}</span>}
        <span class="badge">{roleName(user.role)}</span>
      </span>
      <PersonActions user={user} isOwn={isOwn} />
    </Row>
  )
}

function PersonActions({ user, isOwn }: { user: User; isOwn: boolean }) {
  const [action, setAction] = useState<'role' | 'deactivate'>()
  const { user_id: id, full_name: name } = user
  const close = () => setAction(undefined)
  const reactivate = async () => {
    try {
      await call('POST', `users/${id}/reactivate`)
      say(w.done)
    } catch (thrown) {
      sayFailure(thrown)
    }
  }
  const items = (): readonly MenuItem[] => [
    { label: w.agents.direct, icon: 'send', href: directAddress([id]) },
    ...(isAdmin()
      ? ([
          { label: w.people.changeRole, icon: 'gear', run: () => setAction('role'), begins: true },
          ...(isOwn
            ? []
            : [
                user.is_active
                  ? ({
                      label: w.people.deactivate,
                      icon: 'mute',
                      run: () => setAction('deactivate'),
                      isDangerous: true,
                    } as const)
                  : ({
                      label: w.people.reactivate,
                      icon: 'check',
                      run: () => void reactivate(),
                    } as const),
              ]),
        ] as const)
      : []),
  ]
  return (
    <>
      <MenuButton label={w.actions(name)} items={items}>
        <Icon name="more" />
      </MenuButton>
      {action === 'role' && (
        <FormDialog
          title={w.people.changeRole}
          label={t.save}
          close={close}
          submit={async (form) =>
            void (await call('PATCH', `users/${id}`, { role: textIn(form, 'role') }))
          }
        >
          <ChoiceField
            label={w.role}
            name="role"
            value={String(user.role)}
            choices={givenRoles()}
          />
        </FormDialog>
      )}
      {action === 'deactivate' && (
        <Confirm
          title={w.people.deactivate}
          text={w.people.deactivateText(name)}
          label={w.people.deactivate}
          close={close}
          run={async () => void (await call('DELETE', `users/${id}`))}
        />
      )}
    </>
  )
}
