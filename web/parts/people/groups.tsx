import { useState } from 'preact/hooks'
import { AreaField, Confirm, FormDialog, textIn, TextField } from '../../kit/forms.tsx'
import { Frame, type Tab } from '../../kit/frame.tsx'
import { List, Row } from '../../kit/list.tsx'
import { MemberField } from '../../kit/members.tsx'
import { isAdmin } from '../../kit/owned.ts'
import { call } from '../../lib/api.ts'
import type { Group } from '../../lib/types.ts'
import { state } from '../../store/state.ts'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/states.tsx'
import { t } from '../../words/frame.ts'
import { w } from '../../words/team.ts'

/** The page `#groups`: groups of people. */
export function Groups({ tabs }: { tabs: readonly Tab[] }) {
  const [open, setOpen] = useState<Group | 'new'>()
  const groups = [...state.groups.value.values()]
    .filter(({ is_system_group: isSystem, deactivated }) => !isSystem && !deactivated)
    .toSorted((a, b) => a.name.localeCompare(b.name))
  return (
    <Frame
      title={t.navigation.groups}
      isNamedAbove
      intro={w.groups.intro}
      tabs={tabs}
      tabsLabel={w.people.tabs}
      actions={
        <button type="button" class="button primary" onClick={() => setOpen('new')}>
          <Icon name="plus" />
          {w.groups.add}
        </button>
      }
    >
      <List
        items={groups}
        row={(group) => <GroupRow key={group.id} group={group} edit={() => setOpen(group)} />}
        none={
          <Empty icon="users" title={w.groups.none}>
            <p>{w.groups.noneText}</p>
          </Empty>
        }
      />
      {open !== undefined && (
        <GroupDialog group={open === 'new' ? undefined : open} close={() => setOpen(undefined)} />
      )}
    </Frame>
  )
}

function GroupRow({ group, edit }: { group: Group; edit: () => void }) {
  const [isRemoving, setRemoving] = useState(false)
  const { id, name } = group
  return (
    <Row name={name} about={group.description}>
      <span class="badge">{w.groups.memberCount(group.members.length)}</span>
      {isAdmin() && (
        <>
          <button
            type="button"
            class="button small"
            onClick={edit}
            aria-label={`${w.change}: ${name}`}
          >
            {w.change}
          </button>
          <button
            type="button"
            class="button small danger"
            aria-label={`${w.groups.remove}: ${name}`}
            onClick={() => setRemoving(true)}
          >
            {w.groups.remove}
          </button>
        </>
      )}
      {isRemoving && (
        <Confirm
          title={w.groups.remove}
          text={w.groups.removeText(name)}
          label={w.groups.remove}
          close={() => setRemoving(false)}
          run={async () => void (await call('POST', `user_groups/${id}/deactivate`))}
        />
      )}
    </Row>
  )
}

function GroupDialog({ group, close }: { group: Group | undefined; close: () => void }) {
  const submit = async (form: FormData) => {
    const fields = { name: textIn(form, 'name'), description: textIn(form, 'description') }
    const members = form.getAll('member').map(Number)
    if (!group) {
      await call('POST', 'user_groups/create', { ...fields, members })
      return
    }
    if (fields.name !== group.name || fields.description !== group.description) {
      await call('PATCH', `user_groups/${group.id}`, fields)
    }
    const add = members.filter((id) => !group.members.includes(id))
    const gone = group.members.filter((id) => !members.includes(id))
    if (add.length + gone.length === 0) return
    await call('POST', `user_groups/${group.id}/members`, {
      ...(add.length > 0 ? { add } : {}),
      ...(gone.length > 0 ? { delete: gone } : {}),
    })
  }
  return (
    <FormDialog
      title={group ? w.groups.edit : w.groups.add}
      label={group ? t.save : w.create}
      submit={submit}
      close={close}
    >
      <TextField label={w.name} name="name" value={group?.name ?? ''} required autoFocus />
      <AreaField
        label={w.description}
        name="description"
        value={group?.description ?? ''}
        rows={2}
        required
      />
      <MemberField label={w.groups.members} chosen={group?.members ?? []} />
    </FormDialog>
  )
}
