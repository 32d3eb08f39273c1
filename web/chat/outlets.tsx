import { Lazy } from '../ui/lazy.tsx'
import { withStyle } from '../ui/load-style.ts'
import { openedDialog, openedProfile } from './dialog-state.ts'
import { picking } from './picking.ts'

const loadDialogs = async () => import('./opened/dialogs.tsx')
const loadProfile = async () => withStyle(import('./opened/profile.tsx'))
const loadPicker = async () => withStyle(import('./opened/emoji-picker.tsx'))

/** Where dialogs about messages are shown, and where emoji are picked; each is loaded with the first one. */
export function Outlets() {
  const opened = openedDialog.value?.name
  return (
    <>
      {opened && <Lazy key={opened} load={loadDialogs} name="OpenedDialog" props={{}} />}
      {openedProfile.value !== undefined && (
        <Lazy
          load={loadProfile}
          name="ProfileDialog"
          props={{ id: openedProfile.value, close: () => (openedProfile.value = undefined) }}
        />
      )}
      {picking.value && <Lazy load={loadPicker} name="EmojiPicker" props={{}} />}
    </>
  )
}
