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

/** Tables of the project that hold what others collected. */
const TABLES: readonly { file: string; of: readonly Omit<Package, 'version'>[] }[] = [
  {
    file: 'src/chat/messages/emoji/emoji-table.json',
    of: [
      {
        name: 'Zulip (emoji_names.py)',
        license: 'Apache-2.0',
        author: '2012-2015 Dropbox, Inc., 2015-2021 Kandra Labs, Inc., and contributors',
        repository: 'https://github.com/zulip/zulip',
      },
      {
        name: 'Zulip Terminal (unicode_emojis.py)',
        license: 'Apache-2.0',
        author: 'the Zulip Terminal contributors',
        repository: 'https://github.com/zulip/zulip-terminal',
      },
      {
        name: 'gemoji (names)',
        license: 'MIT',
        author: '2014 Titus Wormer',
        repository: 'https://github.com/wooorm/gemoji',
      },
    ],
  },
  {
    file: 'web/lib/emoji-groups.ts',
    of: [
      {
        name: 'Unicode (groups of emoji, of emoji-test.txt 15.0)',
        license: 'Unicode-3.0',
        author: '2022 Unicode, Inc.',
        repository: 'https://www.unicode.org/Public/emoji/',
      },
    ],
  },
  {
    file: 'src/lib/confusables-table.json',
    of: [
      {
        name: 'unhomoglyph (confusable characters of Unicode 13)',
        license: 'MIT',
        author: '2016 Vitaly Puzrin',
        repository: 'https://github.com/nodeca/unhomoglyph',
      },
    ],
  },
]

interface Package {
  name: string
  version: string
  license: string
  author?: string | { name: string }
  repository?: string | { url: string }
}

/**
 * The licences of the packages that modules come from, and of what tables hold, as anyone must get them who gets a copy. Throws
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
  const tables = TABLES.flatMap(({ file, of }) =>
    modules.some((path) => path.replaceAll('\\', '/').endsWith(file))
      ? of.map((source) => `${source.name}, in ${file}\n\n${standardNotice(source)}\n`)
      : [],
  )
  // The same version may lie in several folders.
  return [HEAD, ...new Set([...notices, ...tables].toSorted())].join(`\n${'-'.repeat(80)}\n\n`)
}

const HEAD =
  'Bellhop holds copies of these packages and data, each under the licence that follows its name.\n'

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
