import { readFile } from 'node:fs/promises'
import { type Config, ConfigError } from '../../app/config/config.ts'
import { SECRETS } from '../../app/config/settings.ts'
import { KEY_MIN_CHARS, type KeyRing, NO_KEYS, parseKeyFile } from '../../http/callers/bearer.ts'

/** The keys of the key file. Without one, unsold operations are closed to everybody where others reach this server. */
export async function openKeyRing(
  config: Config,
  isForOthers: boolean,
): Promise<KeyRing | undefined> {
  const file = config['key-file']
  if (file !== undefined) return readKeys(file)
  return isForOthers || config.oauth === 'on' ? NO_KEYS : undefined
}

/** The key ring of whoever scrapes `/metrics`. Throws ConfigError for a key that can be guessed, or that opens something else. */
export function scrapeKey({ secrets }: Config, keys: KeyRing | undefined): KeyRing | undefined {
  const key = secrets.metricsKey?.reveal()
  if (key === undefined) return undefined
  const { variable } = SECRETS.metricsKey
  if (key.length < KEY_MIN_CHARS || !/^[\x21\x22\x24-\x7E]+$/.test(key)) {
    throw new ConfigError(
      `${variable}: give ${KEY_MIN_CHARS} or more ASCII characters without blanks and #.`,
    )
  }
  const ring = parseKeyFile(`metrics ${key}`)
  if (keys && opens(keys, key)) {
    throw new ConfigError(`${variable}: this key is in the key file too; make another.`)
  }
  return ring
}

function opens(keys: KeyRing, key: string): boolean {
  try {
    return keys.identify(`Bearer ${key}`) !== undefined
  } catch {
    return false
  }
}

async function readKeys(path: string): Promise<KeyRing> {
  try {
    return parseKeyFile(await readFile(path, 'utf8'))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigError(`--key-file: ${reason}`, { cause })
  }
}
