import type { Part, PartEntry } from '../parts/part.ts'
import { loadStyle } from '../ui/load-style.ts'
import { Failed, Loading } from '../ui/states.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { t } from '../words/frame.ts'

/** Parts that are there, so that going back to one shows it at once. */
const loaded = new Map<PartEntry, Part>()

async function loadPart(entry: PartEntry): Promise<Part> {
  const part = await entry.load()
  if (part.style !== undefined) await loadStyle(part.style)
  loaded.set(entry, part)
  return part
}

/** A page of its own script and stylesheet. */
export function LazyPart({ entry, rest }: { entry: PartEntry; rest: readonly string[] }) {
  const { value, failure, reload } = useLoaded(async () => loadPart(entry), [entry])
  const part = loaded.get(entry) ?? value
  if (part) return <part.Page rest={rest} />
  return failure === undefined ? <Loading /> : <Failed reason={t.partFailed} retry={reload} />
}
