import { call } from '../../lib/api.ts'
import { parseServerHtml } from '../../lib/trusted-html.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { w } from '../../words/team.ts'
import type { Tried } from './types.ts'

/** A QR code of a text. */
export function CodeImage({ text }: { text: string }) {
  const { value, failure, reload } = useLoaded(
    async (signal) => {
      const asked = { arguments: { text, format: 'svg' } }
      const { output } = await call<Tried>('POST', '/owner/tools/qr', asked, signal)
      const drawn = parseServerHtml(String(output['svg'])).querySelector('svg')
      return {
        box: drawn?.getAttribute('viewBox') ?? '',
        paths: [...(drawn?.querySelectorAll('path') ?? [])].map((path) => ({
          d: path.getAttribute('d') ?? '',
          fill: path.getAttribute('fill') ?? 'none',
          stroke: path.getAttribute('stroke') ?? 'none',
        })),
      }
    },
    [text],
  )
  if (failure !== undefined) return <Failed reason={failure} retry={reload} />
  if (!value) return <Loading />
  return (
    <svg class="code-image" viewBox={value.box} role="img" aria-label={w.owner.qr(text)}>
      {value.paths.map((path) => (
        <path key={path.d} {...path} />
      ))}
    </svg>
  )
}
