import { call, type Fields } from '../../lib/api.ts'
import { state } from '../../store/state.ts'
import { sayFailure } from '../../ui/toast.tsx'

/** Changes settings of the reader. Throws `Refused`. */
export async function change(fields: Fields): Promise<unknown> {
  return call('PATCH', 'settings', fields)
}

/** Changes one of them at once, and says what is refused. */
export function set(name: string, value: boolean | number | string): void {
  void change({ [name]: value }).catch(sayFailure)
}

/** Whether a setting is on. */
export function isOn(name: string): boolean {
  return state.settings.value[name] === true
}
