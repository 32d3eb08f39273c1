import { useLoaded } from '../ui/use-loaded.ts'
import { picking } from './picking.ts'

const load = async () => import('./emoji-picker.tsx')

/** Where emoji are picked; loaded with the first one. */
export function EmojiOutlet() {
  return picking.value && <Loaded />
}

function Loaded() {
  const { value } = useLoaded(load, [])
  return value ? <value.EmojiPicker /> : null
}
