import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** One page of a benchmark: where its HTML lies, its address and the truth about it. */
export interface BenchPage<Truth> {
  id: string
  file: string
  url: string
  truth: Truth
}

/** Says what is missing when a bench has no data; printed without a stack. */
export class MissingBenchData extends Error {
  override readonly name = 'MissingBenchData'
}

/**
 * Unpacks one archive of `BENCH_DATA` into a folder of the temporary directory, once per version of the
 * archive, and returns that folder. Needs the `tar` and `xz` of the system.
 */
export async function unpackedFolder(archive: string): Promise<string> {
  const root = process.env['BENCH_DATA']
  const source = root === undefined ? '' : join(root, archive)
  if (!existsSync(source)) {
    throw new MissingBenchData(
      `This bench needs ${archive}. Set BENCH_DATA to the folder that holds extraction/*.tar.xz and formats/*.tar.xz: ` +
        'each archive has html/<id>.html and truth.json, made from the public benchmarks WCXB (CC-BY-4.0), ' +
        'article-extraction-benchmark (MIT), the evaluation set of trafilatura (Apache-2.0) and the test pages ' +
        'of mozilla/readability (Apache-2.0); formats/dev.tar.xz holds feeds-gofeed, the translator tests of gofeed ' +
        '(MIT), the examples of CommonMark and GFM (CC-BY-SA-4.0), csv-spectrum and csv-test-data.',
    )
  }
  const { mtimeMs, size } = await stat(source)
  const name = basename(archive, '.tar.xz')
  const folder = join(tmpdir(), 'bellhop-bench', `${name}-${Math.round(mtimeMs)}-${size}`)
  if (!existsSync(folder)) {
    const fresh = `${folder}.${process.pid}`
    await mkdir(fresh, { recursive: true })
    await run('tar', ['-xJf', source, '-C', fresh])
    await rename(fresh, folder).catch(async () => rm(fresh, { recursive: true }))
  }
  // Some archives hold one folder of their own name, others their folders at once.
  const inner = join(folder, name)
  return existsSync(inner) ? inner : folder
}

/** The pages of one archive, in the order of its truth file. */
export async function benchPages<Truth extends { url?: string }>(
  archive: string,
): Promise<BenchPage<Truth>[]> {
  const folder = await unpackedFolder(archive)
  const truths = JSON.parse(await readFile(join(folder, 'truth.json'), 'utf8')) as Record<
    string,
    Truth
  >
  return Object.entries(truths).map(([id, truth]) => ({
    id,
    file: join(folder, 'html', `${id}.html`),
    url: addressOf(truth.url),
    truth,
  }))
}

function addressOf(url: string | undefined): string {
  if (!url) return 'https://example.com/'
  const address = /^https?:\/\/[^ ]+$/.test(url)
    ? url
    : `https://${url.replace(/^https?:\/\//, '')}`
  return URL.canParse(address) ? address : 'https://example.com/'
}
