import type { Answer } from '../chat-world.ts'

/** Who asks. */
export const ASKERS = [
  'owner',
  'administrator',
  'moderator',
  'member',
  'guest',
  'bot',
  'deactivated',
  'anonymous',
] as const

/** Who asks. */
export type CallerIdentity = (typeof ASKERS)[number]

/** Channels, by what they are to those who ask. */
export const PLACES = [
  'own',
  'public',
  'web-public',
  'private subscribed',
  'private',
  'protected',
  'archived public',
  'archived private',
] as const

/** A channel, by what it is to those who ask. */
export type Place = (typeof PLACES)[number]

/** Messages: of another user in each channel, and of the callers. */
export type Spot = Place | 'before joining' | 'mine' | 'direct to me' | "others' direct"

/** Users: one who shares a channel with everybody, and one hidden from the guest. */
export type Body = 'peer' | 'stranger'

/** Records that belong to one user. */
export type Whose = 'mine' | "other's"

/** Uploads: of the caller, of another user, and of another user in a message that all accounts can read. */
export type Upload = Whose | 'shown'

/** A thing that is asked for: under which id and name, or under ones that nothing has. */
export interface Thing {
  id: number
  name: string
  /** What a queue is named by, and a view. */
  key: string
}

/** Kinds of things with their variants. */
export interface Variants {
  channel: Place
  message: Spot
  user: Body
  draft: Whose
  snippet: Whose
  device: Whose
  scheduled: Whose
  reminder: Whose
  queue: Whose
  cursor: Whose
  view: Whose
  upload: Upload
  /** The groups that somebody else manages: what the second may be given is up to everybody. */
  group: "other's" | 'open'
  /** Browsers that are signed in. */
  session: Whose
  /** Programs that were let in by OAuth. */
  program: Whose
  /** Accounts of programs, by who owns them. */
  robot: Whose
  /** Topics of a channel with protected history, by whether those who ask received anything in them. */
  topic: 'unseen' | 'seen'
  /** Invitations by e-mail, and by link. */
  invitation: "other's"
  link: "other's"
}

/** A kind of thing. */
export type Kind = keyof Variants

/** The variants of each kind. */
export const VARIANTS: { readonly [K in Kind]: readonly Variants[K][] } = {
  channel: PLACES,
  message: [...PLACES, 'before joining', 'mine', 'direct to me', "others' direct"],
  user: ['peer', 'stranger'],
  draft: ['mine', "other's"],
  snippet: ['mine', "other's"],
  device: ['mine', "other's"],
  scheduled: ['mine', "other's"],
  reminder: ['mine', "other's"],
  queue: ['mine', "other's"],
  cursor: ['mine', "other's"],
  view: ['mine', "other's"],
  upload: ['mine', "other's", 'shown'],
  // What concerns the other one is asked for by name.
  group: ["other's"],
  session: ['mine', "other's"],
  program: ['mine', "other's"],
  robot: ['mine', "other's"],
  topic: ['unseen', 'seen'],
  invitation: ["other's"],
  link: ["other's"],
}

/** An unused id. */
export const UNUSED: Thing = {
  id: 987_654,
  name: 'nothing-of-that-name',
  key: '01234567-89ab-4cde-8f01-23456789abcd',
}

/** Time at which what is scheduled goes out. */
export const LATER_SECONDS = 1_900_000_000

/** An answer without what names the thing that was asked for. */
export function withoutName(answer: Answer, { id, name, key }: Thing): string {
  const text = JSON.stringify(answer).toLowerCase()
  return [key, name]
    .map((one) => JSON.stringify(one).slice(1, -1).toLowerCase())
    .reduce((left, one) => left.replaceAll(one, '#'), text)
    .replaceAll(new RegExp(`\\b${id}\\b`, 'g'), '#')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b\d{12}(?=:)/g, '#')
}
