import { readAlertmanager, readGrafana, readSentry } from './alerts.ts'
import { actionWords, type EventMessage } from './event-text.ts'
import { readGithub } from './github.ts'
import { readGitlab } from './gitlab.ts'
import type { Integration } from './integrations.ts'
import { readJson, readSlack, readTemplate } from './plain-events.ts'

/** An event of another service, with what its address and head say. */
export interface ArrivedEvent {
  content: unknown
  said: Readonly<Record<string, string | undefined>>
  /** A field of its head, by its name in lower case. */
  header(name: string): string | undefined
  /** Who is told where the address names no channel. */
  ownerId: number
}

/** The message that an event becomes, as input of `send_message`; undefined where nothing is posted of it. */
export function readEvent(
  { name }: Pick<Integration, 'name'>,
  event: ArrivedEvent,
): Record<string, unknown> | undefined {
  const { content, said, ownerId } = event
  const kind = kindOf(name, event)
  if (!isWanted(kind, said)) return undefined
  const read = READERS[name]?.(event, kind)
  if (!read || read.content.trim() === '') return undefined
  const { stream, topic, template } = said
  const text = template === undefined ? read.content : readTemplate(content, template)
  if (text.trim() === '') return undefined
  if (stream === undefined) return { type: 'direct', to: [ownerId], content: text }
  const named = topic === undefined ? read.topic : readTemplate(content, topic)
  return { type: 'channel', to: stream, topic: named, content: text }
}

const READERS: Readonly<
  Record<string, ((event: ArrivedEvent, kind: string) => EventMessage | undefined) | undefined>
> = {
  json: ({ content }) => readJson(content),
  github: ({ content }, kind) => readGithub(content, kind),
  gitlab: ({ content }) => readGitlab(content),
  grafana: ({ content }) => readGrafana(content),
  alertmanager: ({ content }) => readAlertmanager(content),
  sentry: ({ content }) => readSentry(content),
  slack_incoming: ({ content }) => readSlack(content),
}

/** The kind of event, as its service names it. */
function kindOf(name: string, { header }: ArrivedEvent): string {
  if (name === 'github') return header('x-github-event') ?? ''
  if (name === 'gitlab') return actionWords(header('x-gitlab-event') ?? '').toLowerCase()
  return name === 'sentry' ? (header('sentry-hook-resource') ?? '') : ''
}

/** Whether the address asks for events of this kind (`only_events`, `exclude_events`: lists in JSON, with `*` at an end). */
function isWanted(
  kind: string,
  { only_events: only, exclude_events: without }: ArrivedEvent['said'],
): boolean {
  if (kind === '') return true
  if (only !== undefined && !listed(only).some((one) => fits(one, kind))) return false
  return without === undefined || !listed(without).some((one) => fits(one, kind))
}

function listed(json: string): string[] {
  try {
    const list = JSON.parse(json) as unknown
    return Array.isArray(list) ? list.map(String) : []
  } catch {
    return []
  }
}

function fits(pattern: string, kind: string): boolean {
  return pattern.endsWith('*') ? kind.startsWith(pattern.slice(0, -1)) : pattern === kind
}
