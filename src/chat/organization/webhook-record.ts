/** One value that an integration takes in its address (spec 2.10). */
interface UrlOption {
  key: string
  label: string
  input_type: string
}

/** An integration that posts to channels as a bot, as clients offer it. */
interface WebhookRecord {
  name: string
  display_name: string
  all_event_types: string[] | null
  /** None of ours is configured beyond its address. */
  config_options: { key: string; label: string; validator: string }[]
  url_options: UrlOption[]
}

/** The integrations that there are. */
export function webhookRecords(): WebhookRecord[] {
  return [
    {
      name: 'json',
      display_name: 'JSON',
      all_event_types: null,
      config_options: [],
      url_options: [
        { key: 'stream', label: 'Channel to post to', input_type: 'text' },
        { key: 'topic', label: 'Topic to post to', input_type: 'text' },
      ],
    },
  ]
}
