import { isRecord } from '../../lib/is-record.ts'
import {
  asLine,
  asText,
  type EventMessage,
  joined,
  lineAt,
  linkTo,
  listAt,
  quoted,
  valueAt,
} from './event-text.ts'

/** Alerts of one event that are listed; the others are counted. */
const ALERTS_MAX_COUNT = 20

/** Labels of an alert that are shown. */
const LABELS_MAX_COUNT = 20

/** An event of Grafana as a message: of unified alerting, or of the older dashboard alerts. */
export function readGrafana(event: unknown): EventMessage {
  if (!Array.isArray(valueAt(event, 'alerts'))) return readOldGrafana(event)
  const title = lineAt(event, 'title') || 'Grafana'
  return {
    topic: firstAlertName(event) || title,
    content: joined([`**${stripped(title)}**`, ...alertLines(event)], '\n'),
  }
}

function readOldGrafana(event: unknown): EventMessage {
  const state = lineAt(event, 'state') || lineAt(event, 'status')
  const name = lineAt(event, 'ruleName') || lineAt(event, 'title') || 'Grafana'
  const values = listAt(event, 'evalMatches')
    .slice(0, LABELS_MAX_COUNT)
    .map((match) => `* ${lineAt(match, 'metric')}: ${lineAt(match, 'value')}`)
  const head = `${stateMark(state)} ${linkTo(name, valueAt(event, 'ruleUrl'))}: ${state}`
  return {
    topic: name,
    content: joined([head, asText(valueAt(event, 'message')), ...values], '\n'),
  }
}

/** An event of the Alertmanager of Prometheus as a message. */
export function readAlertmanager(event: unknown): EventMessage {
  const name = lineAt(event, 'groupLabels.alertname') || firstAlertName(event) || 'Alertmanager'
  return {
    topic: name,
    content: joined(alertLines(event), '\n') || `Alerts: ${lineAt(event, 'status')}`,
  }
}

function firstAlertName(event: unknown): string {
  return lineAt(event, 'commonLabels.alertname') || lineAt(event, 'alerts.0.labels.alertname')
}

function alertLines(event: unknown): string[] {
  const alerts = listAt(event, 'alerts')
  const lines = alerts.slice(0, ALERTS_MAX_COUNT).map((alert) => {
    const state = lineAt(alert, 'status') || 'firing'
    const name = lineAt(alert, 'labels.alertname') || 'alert'
    const words = lineAt(alert, 'annotations.summary') || lineAt(alert, 'annotations.description')
    const source = linkTo(name, valueAt(alert, 'generatorURL'))
    const values = lineAt(alert, 'valueString')
    return `* ${stateMark(state)} ${joined([source, state, words], ' — ')}${labelsOf(alert)}${values ? ` \`${values.replaceAll('`', "'")}\`` : ''}`
  })
  const more = alerts.length - lines.length
  return more > 0 ? [...lines, `* and ${more} more`] : lines
}

function labelsOf(alert: unknown): string {
  const labels = valueAt(alert, 'labels')
  if (!isRecord(labels)) return ''
  const labelTexts = Object.entries(labels)
    .filter(([name]) => name !== 'alertname')
    .slice(0, LABELS_MAX_COUNT)
    .map(([name, value]) => `${asLine(name)}=${asLine(value)}`)
  return labelTexts.length > 0 ? ` (${labelTexts.join(', ')})` : ''
}

function stateMark(state: string): string {
  return /^(?:resolved|ok|normal)$/i.test(state) ? ':check:' : ':alert:'
}

function stripped(title: string): string {
  return title.replaceAll('*', '')
}

/** An event of Sentry as a message: of its integrations, or of the older plugin. */
export function readSentry(event: unknown): EventMessage {
  const [kind, thing] = ['issue', 'error', 'event', 'comment', 'installation']
    .map((name) => [name, valueAt(event, `data.${name}`)] as const)
    .find(([, value]) => value !== undefined) ?? ['event', event]
  if (kind === 'event' && thing === event) return readOldSentry(event)
  const title =
    lineAt(thing, 'title') || lineAt(event, 'data.issue.title') || lineAt(thing, 'message') || kind
  const action = lineAt(event, 'action')
  const address = valueAt(thing, 'web_url') ?? valueAt(thing, 'permalink') ?? valueAt(thing, 'url')
  const project =
    lineAt(thing, 'project.name') || lineAt(thing, 'project_name') || lineAt(thing, 'project.slug')
  const details = ['level', 'platform', 'environment', 'culprit']
    .map((name) => [name, lineAt(thing, name)] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `* ${name}: ${value}`)
  const rule = lineAt(event, 'data.triggered_rule')
  const who = lineAt(event, 'actor.name')
  const head = joined(
    [
      `**${stripped(linkTo(title, address))}**`,
      joined([kind, action, who && `by ${who}`, rule && `(${rule})`]),
    ],
    ' — ',
  )
  return {
    topic: title,
    content:
      joined([head, project && `* project: ${project}`, ...details], '\n') +
      quoted(valueAt(thing, 'comment')),
  }
}

function readOldSentry(event: unknown): EventMessage {
  const title =
    lineAt(event, 'event.title') || lineAt(event, 'message') || lineAt(event, 'culprit') || 'Sentry'
  const head = `**${stripped(linkTo(title, valueAt(event, 'url')))}**`
  const details = ['project_name', 'level', 'culprit']
    .map((name) => [name.replace('_name', ''), lineAt(event, name)] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `* ${name}: ${value}`)
  return { topic: title, content: joined([head, ...details], '\n') }
}
