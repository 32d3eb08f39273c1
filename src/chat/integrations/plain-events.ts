import { cleanText } from '../../lib/text.ts'
import { readMarkup } from '../moving/slack/markup.ts'
import { asLine, asText, type EventMessage, lineAt, valueAt } from './event-text.ts'

/** A place in a template: a path of names in the event. */
const PLACE = /\{([\w.-]{1,200})\}/g

/** Longest template. */
export const TEMPLATE_MAX_CHARS = 2_000

/** A post as to an incoming webhook of Slack: a text in its markup, with attachments; or a form of its slash commands. */
export function readSlack(event: unknown): EventMessage | undefined {
  const row = typeof event === 'object' && event !== null ? (event as Record<string, unknown>) : {}
  // Nobody of there is known here: names stay as they are written, and mention nobody.
  const nobody = {
    account: () => undefined,
    channel: () => undefined,
    renameEmoji: (written: string) => written,
  }
  const { content } = readMarkup(row, nobody)
  const blocks = Array.isArray(row['blocks']) ? row['blocks'] : []
  const texts = blocks.slice(0, 50).map((block) => valueAt(block, 'text.text'))
  const body =
    content !== ''
      ? content
      : readMarkup({ text: texts.map(asText).filter(Boolean).join('\n') }, nobody).content
  const text = asText(body)
  if (text === '') return undefined
  const who = lineAt(event, 'username') || lineAt(event, 'user_name')
  const channel = lineAt(event, 'channel') || lineAt(event, 'channel_name')
  return {
    topic: channel === '' ? 'Slack' : `channel: ${channel.replace(/^#/, '')}`,
    content: who === '' ? text : `**${who.replaceAll('*', '')}**: ${text}`,
  }
}

/** Any JSON, with the values that a template names: `{build.state} of {project.name}`. */
export function readTemplate(event: unknown, template: string): string {
  return cleanText(
    template.slice(0, TEMPLATE_MAX_CHARS).replaceAll(PLACE, (_, path: string) => {
      const value = valueAt(event, path)
      if (typeof value === 'object' && value !== null) return asLine(JSON.stringify(value))
      return typeof value === 'string' && value.includes('\n') ? asText(value) : asLine(value)
    }),
  )
}

/** Any JSON as it is. */
export function readJson(event: unknown): EventMessage {
  const text = JSON.stringify(event, null, 2).replaceAll('```', "'''")
  return { topic: 'JSON', content: `\`\`\`json\n${text}\n\`\`\`` }
}
