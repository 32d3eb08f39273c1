import { decodeXml } from '../../lib/decode.ts'
import type { DocumentWriter } from '../document-writer.ts'
import type { Choice, Source } from '../document.ts'
import { readXml } from '../package/read-xml.ts'

/** Elements of SVG whose text is read; their parts go on in one line. */
const TEXTS = new Set(['title', 'desc', 'text', 'p', 'div', 'li'])
const LEFT_OUT = new Set(['style', 'script', 'metadata', 'defs'])
const HIDDEN =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|(?:fill-)?opacity\s*:\s*0(?:\.0*)?\s*(?:;|$))/i

/** Reads a drawing (SVG): its title, its description and the texts in it. */
export async function readSvg(
  { bytes, contentType }: Source,
  out: DocumentWriter,
  { keepsHidden }: Choice,
): Promise<void> {
  const open: {
    name: string
    text: string
    isHidden: boolean
    isOut: boolean
    href: string | undefined
  }[] = []
  let isTitled = false
  readXml(decodeXml(bytes, contentType), {
    open(name, attributes) {
      const outer = open.at(-1)
      const style = attributes.get('style') ?? ''
      const isHidden =
        HIDDEN.test(style) ||
        attributes.get('display') === 'none' ||
        attributes.get('visibility') === 'hidden' ||
        attributes.get('opacity') === '0'
      const href =
        name === 'a' ? (attributes.get('href') ?? attributes.get('xlink:href')) : undefined
      open.push({
        name,
        text: '',
        isHidden: outer?.isHidden === true || isHidden,
        isOut: outer?.isOut === true || LEFT_OUT.has(name),
        href: href ?? outer?.href,
      })
      // Lines of a text are placed by themselves.
      if (name === 'tspan' && (attributes.has('y') || attributes.has('dy'))) open.at(-1)!.text = ' '
    },
    text(text) {
      const holder = open.at(-1)
      if (holder) holder.text += text
    },
    close() {
      const element = open.pop()
      const outer = open.at(-1)
      if (!element || element.isOut) return
      if (!TEXTS.has(element.name)) {
        if (outer) outer.text += element.text
        return
      }
      const text = element.text.replaceAll(/\s+/g, ' ').trim()
      if (text === '') return
      if (element.isHidden && !keepsHidden) out.addHidden('hidden', text)
      else if (element.name === 'title' && open.length === 1 && !isTitled) {
        isTitled = true
        out.describe({ title: text })
        out.add('h1', text)
      } else {
        out.open('p')
        if (element.href === undefined) out.text(text)
        else out.add('a', text, { href: element.href })
        out.close('p')
      }
    },
  })
}
