import type { ComponentChild, ComponentType } from 'preact'
import type { Message } from '../lib/types.ts'
import { useLoaded } from '../ui/use-loaded.ts'

/** Something about a message that is loaded when it is first shown. */
export function Lazy<Name extends string>({
  load,
  name,
  message,
  meanwhile = null,
}: {
  load: () => Promise<Record<Name, ComponentType<{ message: Message }>>>
  name: Name
  message: Message
  meanwhile?: ComponentChild
}) {
  const { value } = useLoaded(load, [])
  const Shown: ComponentType<{ message: Message }> | undefined = value?.[name]
  return Shown ? <Shown message={message} /> : meanwhile
}
