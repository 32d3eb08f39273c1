import { useLoaded } from '../ui/use-loaded.ts'
import { openedDialog } from './dialog-state.ts'

/** Where dialogs about messages are shown; they are loaded with the first one. */
export function DialogOutlet() {
  const opened = openedDialog.value
  return opened && <Loaded key={opened.name} />
}

const load = async () => import('./dialogs.tsx')

function Loaded() {
  const { value } = useLoaded(load, [])
  return value ? <value.OpenedDialog /> : null
}
