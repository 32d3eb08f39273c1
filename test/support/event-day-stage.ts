import type { Answer, ChatWorld, Fields, Person } from './chat-world.ts'

/** What there is to do something with; ids grow as the day goes on. */
export interface Stage {
  world: ChatWorld
  people: Person[]
  bots: Person[]
  channels: { id: number; name: string }[]
  groups: number[]
  messages: number[]
  polls: number[]
  drafts: Kept[]
  scheduled: Kept[]
  reminders: Kept[]
  snippets: Kept[]
  folders: number[]
  fields: number[]
  linkifiers: number[]
  count: number
  random: () => number
}

/** Something that only one person has. */
export interface Kept {
  who: Person
  id: number
}

/** Something that somebody does; what the server answers. */
export type Act = (stage: Stage, who: Person) => Promise<Answer>

/** Topics that people choose from. */
export const TOPICS = ['plans', 'lunch', '', 'release 1.0', 'Größe']
/** What people write. */
export const TEXTS = [
  'hello',
  '**bold** :tada:',
  '@**all** look',
  '```py\nx = 1\n```',
  '> q',
  '/me waves',
]
/** What they put under messages. */
export const EMOJI = ['tada', 'thumbs_up', 'heart']
/** A time that does not come within the day. */
export const LATER_SECONDS = 4_000_000_000

/** One of some; the first call for an empty list is the caller's fault, and answered by the server. */
export function one<Value>({ random }: Stage, all: readonly Value[], none: Value): Value {
  return all[Math.floor(random() * all.length)] ?? none
}

/** Some channel. */
export const channel = (stage: Stage) => one(stage, stage.channels, { id: 1, name: 'general' })
/** Somebody. */
export const person = (stage: Stage) => one(stage, stage.people, stage.world.owner)
/** Some message. */
export const message = (stage: Stage) => one(stage, stage.messages, 1)
/** Yes or no. */
export const flag = ({ random }: Stage) => random() < 0.5
/** A name that nothing has. */
export const newName = (stage: Stage) => `thing ${(stage.count += 1)}`

/** Keeps the id in an answer, if there is one. */
export function keep(list: number[], answer: Answer, field: string): Answer {
  if (typeof answer[field] === 'number') list.push(answer[field])
  return answer
}

/** The same for what is its maker's alone. */
export function keepFor(who: Person, list: Kept[], answer: Answer, field: string): Answer {
  if (typeof answer[field] === 'number') list.push({ who, id: answer[field] })
  return answer
}

/** One of these, through whoever has it. */
export function kept(stage: Stage, list: readonly Kept[]): Kept {
  return one(stage, list, { who: stage.world.owner, id: 1 })
}

/** Sends a message, which can be changed later. */
export async function say(stage: Stage, who: Person, fields: Fields): Promise<Answer> {
  return keep(stage.messages, await who.post('/messages', fields), 'id')
}

/** A place to write to. */
export const inChannel = (stage: Stage) => ({
  type: 'channel',
  to: channel(stage).name,
  topic: one(stage, TOPICS, 'x'),
})
