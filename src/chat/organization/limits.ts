import { type Limits, limitsInto } from '../../contract/limits.ts'

/** Limits of this file that callers may meet, for documents. */
export const ORGANIZATION_LIMITS: Limits = []
const limit = limitsInto(ORGANIZATION_LIMITS)

export const DIRECTORY_QUOTA_MIB = limit(
  32,
  'MiB',
  'channels, groups, emoji, profiles and bots, which every client loads, in all',
  {
    counts: 'organization',
    over: '400, until some of them are made shorter',
    setting: 'directory-quota-mib',
  },
)

/** Share of the directory that one person and their bots may take. */
export const DIRECTORY_SHARE = 1 / 8

limit(
  DIRECTORY_QUOTA_MIB * DIRECTORY_SHARE,
  'MiB',
  'channels, groups, emoji, profiles and bots that one member and their bots made',
  {
    counts: 'chat account',
    over: '400, until some of them are made shorter; administrators may make more',
    setting: 'directory-quota-mib',
  },
)

/** Largest image of a custom emoji; it is stored as it is. */
export const EMOJI_MAX_BYTES = limit(1024 * 1024, 'bytes', 'image of a custom emoji')

export const EMOJI_MAX_EDGE_PX = limit(1_024, 'pixels', 'edge of a custom emoji')

export const EMOJI_MAX_COUNT = limit(
  5_000,
  'emoji',
  'custom emoji of an organization, deactivated ones included',
)

export const EMOJI_NAME_MAX_CHARS = limit(64, 'characters', 'name of a custom emoji')

/** The feature level of the API that this server implements (spec section 9). */
export const FEATURE_LEVEL = 496

export const LINKIFIERS_MAX_COUNT = limit(
  200,
  'patterns',
  'patterns of the organization that make links',
)

export const PATTERN_MAX_CHARS = limit(
  1_000,
  'characters',
  'pattern of the organization that makes links, or template of their addresses',
)

/** States of a compiled pattern, which bound the cost per character of a message. */
export const PATTERN_MAX_STEPS = limit(
  120,
  'states',
  'pattern of the organization that makes links, once compiled',
)

export const PLAYGROUNDS_MAX_COUNT = limit(
  200,
  'places',
  'places to run code that an organization offers',
)

/** Longest name of a code playground, and of a language. */
export const PLAYGROUND_NAME_MAX_CHARS = 100

/** Longest name of a language of code. */
export const LANGUAGE_NAME_MAX_CHARS = 40

export const DOMAINS_MAX_COUNT = limit(
  1_000,
  'domains',
  'domains whose addresses may join the chat',
)
