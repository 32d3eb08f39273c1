import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { OperationError } from '../../contract/errors.ts'
import type { Fetched, FetchOptions } from '../../contract/net.ts'
import { listFolder } from '../../files/local-files/list-folder.ts'
import { openUnderRoots, type Roots } from '../../files/local-files/open-under-roots.ts'
import { pathOfAddress } from '../../files/local-files/path-of-address.ts'
import type { ReadFile } from '../../net/fetch/file-reader.ts'
import type { Config } from '../config/config.ts'
import type { LocalFiles } from './compose-files.ts'

/** Files of this machine below the roots that the user named. Both throw what `openUnderRoots` does, and where there are no roots. */
export function openLocalFiles(config: Config, readFile: ReadFile): LocalFiles {
  const { platform } = process
  const kept = keptPlaces(config)
  const allowed: Roots = { roots: config['read-roots'], kept, platform }
  const pathOf = (address: string) => pathOfAddress(address, { platform, home: homedir() })
  return {
    async open(address) {
      if (allowed.roots.length === 0) throw noRoots('read')
      const path = pathOf(address)
      await using _there = await openUnderRoots(path, allowed)
      const { href: url } = pathToFileURL(path)
      return {
        url,
        read: async (options) => ({
          ...(await readPlace(path, allowed, options, readFile)),
          url,
          status: 200,
          hops: 0,
        }),
      }
    },
    async write(address, file) {
      const roots = config['write-roots']
      if (roots.length === 0) throw noRoots('write')
      const { writeUnderRoots } = await import('../../files/local-files/write-under-roots.ts')
      return pathToFileURL(await writeUnderRoots(pathOf(address), file, { ...allowed, roots })).href
    },
  }
}

/** What somebody put there between the first look and this one is judged anew. */
async function readPlace(
  path: string,
  allowed: Roots,
  options: FetchOptions,
  readFile: ReadFile,
): Promise<Pick<Fetched, 'body' | 'held' | 'complete' | 'headers'>> {
  await using place = await openUnderRoots(path, allowed)
  if (place.isFolder) {
    const body = Buffer.from(await listFolder(place))
    return { body, complete: true, headers: { 'content-type': 'text/plain; charset=utf-8' } }
  }
  const { bytes, handle } = place
  const open = async () => handle.createReadStream({ autoClose: false, start: 0 })
  return { ...(await readFile({ bytes, open }, options)), headers: {} }
}

/** What holds keys, and what this program stores. */
function keptPlaces(config: Config): string[] {
  // Those of other organizations lie beside that of this one.
  const around = config['database-schema'] === undefined ? '' : '../..'
  const files = [
    join(config['data-dir'], around),
    config['upload-store'] && join(config['upload-store'], around),
    config['wallet-file'],
    config['key-file'],
    config['facilitator-key-file'],
    config.zuliprc,
    config.config,
  ]
  return files.filter((path) => path !== undefined)
}

function noRoots(verb: 'read' | 'write'): OperationError {
  return new OperationError(
    'url_not_allowed',
    `This server may ${verb} no files of this machine.`,
    {
      hint: `The user can name folders for that (--${verb}-roots ~/Documents) and start it again.`,
      fields: { reason: `no_${verb}_roots` },
    },
  )
}
