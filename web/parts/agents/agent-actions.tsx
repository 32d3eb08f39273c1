import { useState } from 'preact/hooks'
import { Confirm, FormDialog, SecretDialog, textIn, TextField } from '../../kit/forms.tsx'
import { isAdmin } from '../../kit/owned.ts'
import { call } from '../../lib/api.ts'
import type { User } from '../../lib/types.ts'
import { directAddress } from '../../store/names.ts'
import { ownUser } from '../../store/state.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, type MenuItem } from '../../ui/menu.tsx'
import { say, sayFailure } from '../../ui/toast.tsx'
import { t } from '../../words/frame.ts'
import { w } from '../../words/team.ts'

type Action = 'rename' | 'renew' | 'pause' | 'remove'

/** What can be done with an agent by the reader: its owner, or an administrator. */
export function AgentActions({ agent }: { agent: User }) {
  const [action, setAction] = useState<Action>()
  const [secret, setSecret] = useState<string>()
  const close = () => setAction(undefined)
  const { user_id: id, full_name: name, is_active } = agent
  const mayChange = isAdmin() || agent.bot_owner_id === ownUser().user_id
  const pause = async () => void (await call('DELETE', `users/${id}`))
  const renew = async () =>
    (await call<{ api_key: string }>('POST', `bots/${id}/api_key/regenerate`)).api_key
  const resume = async () => {
    try {
      await call('POST', `users/${id}/reactivate`)
      say(w.done)
    } catch (thrown) {
      sayFailure(thrown)
    }
  }
  const toggle: MenuItem = is_active
    ? { label: w.agents.pause, icon: 'mute', run: () => setAction('pause') }
    : { label: w.agents.resume, icon: 'check', run: () => void resume() }
  const changes: readonly MenuItem[] = [
    { label: w.agents.rename, icon: 'pencil', run: () => setAction('rename'), begins: true },
    { label: w.agents.renew, icon: 'lock', run: () => setAction('renew') },
    toggle,
    { label: w.agents.remove, icon: 'trash', run: () => setAction('remove'), isDangerous: true },
  ]
  const items = (): readonly MenuItem[] => [
    { label: w.agents.details, icon: 'eye', href: `#agents/${id}` },
    { label: w.agents.direct, icon: 'send', href: directAddress([id]) },
    ...(mayChange ? changes : []),
  ]
  return (
    <>
      <MenuButton label={w.actions(name)} items={items}>
        <Icon name="more" />
      </MenuButton>
      {action === 'rename' && (
        <FormDialog
          title={w.agents.rename}
          label={t.save}
          close={close}
          submit={async (form) =>
            void (await call('PATCH', `bots/${id}`, { full_name: textIn(form, 'name') }))
          }
        >
          <TextField label={w.name} name="name" value={name} required autoFocus />
        </FormDialog>
      )}
      {action === 'renew' && (
        <Confirm
          title={w.agents.renew}
          text={w.agents.renewText(name)}
          label={w.agents.renew}
          close={close}
          run={async () => setSecret(await renew())}
        />
      )}
      {action === 'pause' && (
        <Confirm
          title={w.agents.pause}
          text={w.agents.pauseText(name)}
          label={w.agents.pause}
          close={close}
          run={pause}
        />
      )}
      {action === 'remove' && (
        <Confirm
          title={w.agents.remove}
          text={w.agents.removeText(name)}
          label={w.agents.remove}
          close={close}
          run={async () => {
            await renew()
            await pause()
          }}
        />
      )}
      {secret !== undefined && <SecretDialog secret={secret} close={() => setSecret(undefined)} />}
    </>
  )
}
