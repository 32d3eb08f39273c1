import { type AnyOperation, listedOf } from '../../contract/operation.ts'
import { exampleOf } from '../../core/run/example-value.ts'
import { inputSchemaOf } from '../../core/run/input-schema.ts'

const PAGE = 'https://example.com/'
const PLACE = { channel: 'general', topic: 'greetings' }

/** Inputs of operations whose required fields do not make a call that somebody would make. */
const INPUTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  qr: { text: PAGE, format: 'svg' },
  convert: { from: 'csv', to: 'markdown', data: 'name;room\nAda;12' },
  resolve_name: { name: 'vitalik.eth' },
  gas: { network: 'base' },
  price_check: { operation: 'extract', input: { url: PAGE } },
  get_messages: PLACE,
  send_message: { ...PLACE, content: 'Hello!' },
  set_typing_status: PLACE,
  update_message: { message_id: 42, content: 'Hello, all!' },
  update_message_flags_for_narrow: PLACE,
  check_messages_match_narrow: {
    msg_ids: [42],
    narrow: [{ operator: 'channel', operand: 'general' }],
  },
  update_status: { status_text: 'Reading' },
  update_presence: { status: 'active' },
}

/** Values that fields of a name take, where their type alone would not say enough. */
const VALUES: Readonly<Record<string, unknown>> = {
  url: PAGE,
  symbol: 'ETH',
  address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  ...PLACE,
  topic_name: PLACE.topic,
  stream: PLACE.channel,
  channels: [PLACE.channel],
  content: 'Hello!',
  emoji: 'tada',
  emoji_name: 'tada',
  user: 'Ada',
  full_name: 'Ada',
  email: 'ada@example.com',
  domain: 'example.com',
  filename: 'notes.txt',
  at: '2030-12-24T18:00:00Z',
}

/** An input that shows how an operation is called: its required fields, each with a value that fits. */
export function exampleInput(operation: AnyOperation): Readonly<Record<string, unknown>> {
  const known = INPUTS[operation.name]
  if (known) return known
  const schema = inputSchemaOf(listedOf(operation).input)
  return exampleOf(schema, { byName: VALUES, namesText: true }) as Record<string, unknown>
}

/** The command line that makes the call. */
export function exampleCall(operation: AnyOperation): string {
  const fields = Object.entries(exampleInput(operation))
  const words = fields.map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `${name}=${quoted(text)}`
  })
  return ['bellhop call', operation.name, ...words].join(' ')
}

/** A word as a shell reads it. */
function quoted(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
