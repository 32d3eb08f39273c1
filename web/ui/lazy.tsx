import type { ComponentChild, ComponentType } from 'preact'
import { useLoaded } from './use-loaded.ts'

/** Loads a script that shows something. */
export type Load<Name extends string, Props extends object> = () => Promise<
  Record<Name, ComponentType<Props>>
>

/** What was loaded, so that it is shown at once when it is shown again. */
const loaded = new Map<() => Promise<object>, object>()

/** Whether what it loads is there. */
export function isLoaded(load: () => Promise<object>): boolean {
  return loaded.has(load)
}

/** Loads something before it is shown. */
export async function preload<Module extends object>(load: () => Promise<Module>): Promise<Module> {
  const module = await load()
  loaded.set(load, module)
  return module
}

/** Something whose script is loaded when it is first shown. */
export function Lazy<Name extends string, Props extends object>({
  load,
  name,
  props,
  meanwhile = null,
}: {
  load: Load<Name, Props>
  name: Name
  props: Props
  meanwhile?: ComponentChild
}) {
  const { value } = useLoaded(async () => preload(load), [])
  const known = (loaded.get(load) as typeof value) ?? value
  const Component: ComponentType<Props> | undefined = known?.[name]
  return Component ? <Component {...props} /> : meanwhile
}
