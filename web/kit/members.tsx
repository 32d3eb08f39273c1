import { state } from '../store/state.ts'

/** A choice of some of all accounts; the form holds the ids as `member`. */
export function MemberField({ label, chosen }: { label: string; chosen: readonly number[] }) {
  const users = [...state.users.value.values()]
    .filter(({ is_active: isActive }) => isActive)
    .toSorted((a, b) => a.full_name.localeCompare(b.full_name))
  return (
    <fieldset class="members">
      <legend class="unseen">{label}</legend>
      {users.map(({ user_id: id, full_name: name }) => (
        <label key={id} class="check">
          <input type="checkbox" name="member" value={id} defaultChecked={chosen.includes(id)} />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** A choice of the reader's channels; the form holds the ids as `channel`. */
export function ChannelField({ label }: { label: string }) {
  return (
    <fieldset class="members">
      <legend class="unseen">{label}</legend>
      {[...state.subscriptions.value.values()].map(({ stream_id: id, name }) => (
        <label key={id} class="check">
          <input type="checkbox" name="channel" value={id} defaultChecked={name === 'general'} />
          <span>#{name}</span>
        </label>
      ))}
    </fieldset>
  )
}
