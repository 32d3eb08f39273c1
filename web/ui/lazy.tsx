import type { ComponentChild, ComponentType } from 'preact'
import { useLoaded } from './use-loaded.ts'

/** Something whose script is loaded when it is first shown. */
export function Lazy<Name extends string, Props extends object>({
  load,
  name,
  props,
  meanwhile = null,
}: {
  load: () => Promise<Record<Name, ComponentType<Props>>>
  name: Name
  props: Props
  meanwhile?: ComponentChild
}) {
  const { value } = useLoaded(load, [])
  const Shown: ComponentType<Props> | undefined = value?.[name]
  return Shown ? <Shown {...props} /> : meanwhile
}
