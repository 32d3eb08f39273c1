/** Section 1 of the team chat API. */
export const overview = [
  {
    section: '1',
    rows: {
      'chat:1:organization': 'hosts one organization whose members are users with a role, or bots',
      'chat:1:path': 'every operation lives under {chat_base_url}/api/v1',
    },
  },
  {
    section: '1',
    rows: {
      'chat:1:send': 'messages go to a channel with a topic, or directly to one or more users',
    },
  },
  {
    section: '1',
    rows: {
      'chat:1:events': 'one registration gives snapshot and queue; long-polling gives changes',
    },
  },
] as const

/** Section 4.1 of the team chat API. */
export const conventions = [
  {
    section: '4.1',
    rows: {
      'chat:4.1:1': 'paths are relative to {chat_base_url}/api/v1',
      'chat:4.1:2:query': 'GET parameters travel in the query string',
      'chat:4.1:2:form': 'POST, PATCH and DELETE parameters are form-encoded fields',
      'chat:4.1:2:json': 'array and object parameters are JSON-encoded text',
      'chat:4.1:3': 'credentials are HTTP Basic',
      'chat:4.1:4:success': 'answers are JSON objects: result success, msg empty',
      'chat:4.1:4:error': 'on error: result error, msg a string, code a string',
      'chat:4.1:5': 'success lists unsupported parameters in ignored_parameters_unsupported',
      'chat:4.1:6': 'defaults apply when a parameter is omitted',
      'chat:4.1:7:display-name': 'the display name of the empty topic reads as the empty string',
      'chat:4.1:7:no-topic': '(no topic), where stated, reads as the empty string',
    },
  },
  {
    section: '4.1',
    rows: { 'chat:4.1:2:multipart': 'file upload is multipart' },
  },
] as const
