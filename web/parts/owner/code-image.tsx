import { call } from '../../lib/api.ts'
import { drawShapes } from '../../lib/code-drawing.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { w } from '../../words/team.ts'
import type { Tried } from './types.ts'

/** A QR code of a text. */
export function CodeImage({ text }: { text: string }) {
  const { value, failure, reload } = useLoaded(
    async (signal) => {
      const request = { arguments: { text, format: 'svg' } }
      const { output } = await call<Tried>('POST', '/owner/tools/qr', request, signal)
      return drawShapes(String(output['svg']), w.owner.qr(text))
    },
    [text],
  )
  if (failure !== undefined) return <Failed reason={failure} retry={reload} />
  if (!value) return <Loading />
  return <div class="code-image" ref={(box) => box?.replaceChildren(value)} />
}
