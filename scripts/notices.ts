import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Texts of licences by their SPDX id, for packages that only name theirs. */
const TEXTS = join(import.meta.dirname, 'licences')

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i

/** What packages hold of others, under another licence than their own. */
const WITHIN: readonly { within: string; name: string; license: string; author: string }[] = [
  { within: 'unpdf', name: 'pdf.js', license: 'Apache-2.0', author: 'Mozilla Foundation' },
  { within: 'undici', name: 'llhttp', license: 'MIT', author: 'Fedor Indutny, 2018' },
]

interface Package {
  name: string
  version: string
  license: string
  author?: string | { name: string }
  repository?: string | { url: string }
}

/**
 * The licences of the packages that modules come from, as anyone must get them who gets a copy. Throws
 * for a package whose terms are nowhere.
 */
export function noticesOf(modules: readonly string[]): string {
  const folders = new Set(modules.flatMap((path) => packageFolder(path) ?? []))
  const notices = [...folders].flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package
    const parts = WITHIN.filter(({ within }) => within === manifest.name)
    return [
      `${manifest.name} ${manifest.version}\n\n${noticeOf(manifest, folder)}\n`,
      ...parts.map((part) => `${part.name}, in ${part.within}\n\n${standardNotice(part)}\n`),
    ]
  })
  // The same version may lie in several folders.
  return [HEAD, ...new Set(notices.toSorted())].join(`\n${'-'.repeat(80)}\n\n`)
}

const HEAD =
  'Bellhop holds copies of these packages, each under the licence that follows its name.\n'

function packageFolder(path: string): string | undefined {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0]
}

function noticeOf(manifest: Package, folder: string): string {
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file))
  if (files.length > 0) {
    return files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
  }
  return standardNotice(manifest)
}

function standardNotice({
  name,
  license,
  author,
  repository = '',
}: Omit<Package, 'version'>): string {
  const file = join(TEXTS, `${license}.txt`)
  if (!existsSync(file))
    throw new Error(`${name} has no licence file, and ${license} no text here.`)
  const holder = typeof author === 'object' ? author.name : (author ?? `the authors of ${name}`)
  const source = typeof repository === 'string' ? repository : repository.url
  return `Copyright ${holder}. ${source}\n\n${readFileSync(file, 'utf8').trim()}`
}
