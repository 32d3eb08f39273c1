import { VERSION } from '../../version.ts'
import { FEATURE_LEVEL } from '../limits.ts'

/** The release of the public API that this server's behaviour follows, as its clients compare it. */
const PUBLIC_API_VERSION = '12.0'

/** Versions under the names that clients of the public API look for. */
export function serverVersions(): Record<string, unknown> {
  return {
    zulip_version: PUBLIC_API_VERSION,
    zulip_merge_base: PUBLIC_API_VERSION,
    zulip_feature_level: FEATURE_LEVEL,
    bellhop_version: VERSION,
  }
}
