import { INTEGRATIONS } from '../integrations/integrations.ts'

/** One URL option of an integration (spec 2.10). */
interface UrlOption {
  key: string
  label: string
  input_type: string
}

/** One value that a bot of an integration is configured with (spec 2.10). */
interface ConfigOption {
  key: string
  label: string
  /** The kind of value, by the name that the public API has for it. */
  validator: 'check_string'
}

/** An integration that posts to channels as a bot, as clients offer it. */
interface WebhookRecord {
  name: string
  display_name: string
  all_event_types: string[] | null
  config_options: ConfigOption[]
  url_options: UrlOption[]
}

/** The integration that bots are for unless they say otherwise. */
export const JSON_WEBHOOK = 'json'

/** Name of the option that holds what events are signed with. */
export const SECRET_OPTION = 'webhook_secret'

/** The integrations that there are. */
export const WEBHOOKS: readonly WebhookRecord[] = INTEGRATIONS.map(
  ({ name, display_name, events }) => ({
    name,
    display_name,
    all_event_types: events,
    config_options: [
      {
        key: SECRET_OPTION,
        label: 'Secret that the service signs its events with (X-Hub-Signature-256)',
        validator: 'check_string',
      },
    ],
    url_options: [
      { key: 'stream', label: 'Channel to post to', input_type: 'text' },
      { key: 'topic', label: 'Topic to post to', input_type: 'text' },
    ],
  }),
)
