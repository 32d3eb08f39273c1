import { readXml } from '../package/read-xml.ts'
import { pathOf } from './package-file.ts'

/** Names of chapters by their files, as a list of contents (`nav`, NCX) at a path has them. */
export function readContents(source: string, path: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  let name = ''
  let link: string | undefined
  const add = (href: string): void => {
    const file = pathOf(path, href)
    const text = name.replaceAll(/\s+/g, ' ').trim()
    if (text !== '' && !names.has(file)) names.set(file, text)
  }
  readXml(source, {
    open(element, attributes) {
      if (element === 'a' || element === 'navLabel') name = ''
      if (element === 'a') link = attributes.get('href')
      if (element === 'content') add(attributes.get('src') ?? '')
    },
    text(text) {
      name += text
    },
    close(element) {
      if (element !== 'a' || link === undefined) return
      add(link)
      link = undefined
    },
  })
  return names
}
