import type { ComponentType } from 'preact'

/** What the address says of a page beyond its name: of `#owner/money`, `money`. */
export interface PageProps {
  rest: readonly string[]
}

/** A page that is loaded when it is first shown. */
export interface Part {
  Page: ComponentType<PageProps>
  /** Address of its stylesheet (`import { address } from './x.css'`), which is loaded before it is shown. */
  style?: string
}

/** How a page comes into the registry. */
export interface PartEntry {
  title: string
  load: () => Promise<Part>
}
