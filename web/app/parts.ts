import type { PartEntry } from '../parts/part.ts'
import { t } from '../words/frame.ts'

/** Pages by the first word of their fragment; each is loaded when it is first shown. */
export const PARTS: Readonly<Record<string, PartEntry>> = {
  recent: {
    title: t.navigation.recent,
    load: async () => (await import('../parts/recent/page.tsx')).part,
  },
  topics: {
    title: t.navigation.topics,
    load: async () => (await import('../parts/topics/page.tsx')).part,
  },
  drafts: {
    title: t.navigation.drafts,
    load: async () => (await import('../parts/written/page.tsx')).part,
  },
  scheduled: {
    title: t.navigation.scheduled,
    load: async () => (await import('../parts/written/page.tsx')).part,
  },
  reminders: {
    title: t.navigation.reminders,
    load: async () => (await import('../parts/written/page.tsx')).part,
  },
  welcome: {
    title: t.navigation.welcome,
    load: async () => (await import('../parts/welcome/page.tsx')).part,
  },
  agents: {
    title: t.navigation.agents,
    load: async () => (await import('../parts/agents/page.tsx')).part,
  },
  people: {
    title: t.navigation.people,
    load: async () => (await import('../parts/people/page.tsx')).part,
  },
  groups: {
    title: t.navigation.groups,
    load: async () => (await import('../parts/people/page.tsx')).part,
  },
  invites: {
    title: t.navigation.invites,
    load: async () => (await import('../parts/people/page.tsx')).part,
  },
  channels: {
    title: t.navigation.channels,
    load: async () => (await import('../parts/channels/page.tsx')).part,
  },
  settings: {
    title: t.navigation.settings,
    load: async () => (await import('../parts/settings/page.tsx')).part,
  },
  organization: {
    title: t.navigation.organization,
    load: async () => (await import('../parts/organization/page.tsx')).part,
  },
  owner: {
    title: t.navigation.server,
    load: async () => (await import('../parts/owner/page.tsx')).part,
  },
}
