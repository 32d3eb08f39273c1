import { uploadLocation } from '../../app/compose/compose-disks.ts'
import type { Config } from '../../app/config/config.ts'
import { isBucket } from '../../files/location.ts'
import type { Store } from '../../store/port.ts'

/**
 * `bellhop migrate`: makes or upgrades the database, and makes the bucket where uploads are kept in one, for servers that start
 * after it. Throws `unavailable`, and `StoreRefused` where a newer version has made the database.
 */
export async function migrate(store: () => Promise<Store>, config: Config): Promise<string> {
  const { kind } = await store()
  const { location } = uploadLocation(config)
  const done = [`The database (${kind}) fits this version.`]
  if (location !== undefined && isBucket(location)) {
    const { makeBucket } = await import('../../files/bucket.ts')
    done.push((await makeBucket(location)) ? 'The bucket was made.' : 'The bucket exists.')
  }
  return done.join('\n')
}
