import { domainRecords } from '../organization/domain-record.ts'
import { emojiRecords } from '../organization/emoji-record.ts'
import { linkifierRecords } from '../organization/linkifier-record.ts'
import { playgroundRecords } from '../organization/playground-record.ts'
import { FIELD_TYPE_NAMES, fieldRecords } from '../profile/field-record.ts'
import type { SnapshotSection } from './section.ts'

/** Patterns that make links, for clients that know their templates (spec 4.10). */
const linkifiers: SnapshotSection = {
  kinds: ['realm_linkifiers'],
  load: async ({ db, capabilities }) => ({
    realm_linkifiers: capabilities['linkifier_url_template'] ? await linkifierRecords(db) : [],
  }),
}

/** Custom emoji. */
const emoji: SnapshotSection = {
  kinds: ['realm_emoji'],
  load: async ({ db }) => ({ realm_emoji: await emojiRecords(db) }),
}

/** Places to run code. */
const playgrounds: SnapshotSection = {
  kinds: ['realm_playgrounds'],
  load: async ({ db }) => ({ realm_playgrounds: await playgroundRecords(db) }),
}

/** Domains whose addresses may join, for everybody with an account. */
const domains: SnapshotSection = {
  kinds: ['realm_domains'],
  load: async ({ db, viewer }) => ({ realm_domains: viewer.user ? await domainRecords(db) : [] }),
}

/** Fields of profiles. */
const profiles: SnapshotSection = {
  kinds: ['custom_profile_fields'],
  load: async ({ db, viewer }) => ({
    custom_profile_fields: viewer.user ? await fieldRecords(db) : [],
    custom_profile_field_types: FIELD_TYPE_NAMES,
  }),
}

/** How the organization is customized. */
export const organizationSections: readonly SnapshotSection[] = [
  linkifiers,
  emoji,
  playgrounds,
  domains,
  profiles,
]
