import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioClientTransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as StreamableHTTPClientTransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import {
  ElicitRequestSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'

/** A real MCP client of either generation, as far as our tests use one. */
export interface McpClient {
  listTools(): Promise<{ tools: { name: string; description?: string | undefined }[] }>
  callTool(
    call: { name: string; arguments: Record<string, unknown>; _meta?: Record<string, unknown> },
    options?: CallOptions,
  ): Promise<ToolAnswer>
  getInstructions(): string | undefined
  listPrompts(): Promise<{ prompts: { name: string }[] }>
  getPrompt(prompt: { name: string; arguments: Record<string, string> }): Promise<PromptAnswer>
  listResources(): Promise<{ resources: { uri: string }[] }>
  readResource(resource: { uri: string }): Promise<ResourceAnswer>
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>
  complete(question: Completion): Promise<{ completion: { values: string[] } }>
  /** Subscribes to an address, as its protocol revision does; returns what ends it. */
  subscribe(uri: string): Promise<() => Promise<void>>
  /** Called with every resource reported as changed. */
  onUpdated(heard: (uri: string) => void): void
  close(): Promise<void>
}

/** What may stand in an argument of a prompt, or in a variable of an address. */
export interface Completion {
  ref: { type: 'ref/resource'; uri: string } | { type: 'ref/prompt'; name: string }
  argument: { name: string; value: string }
  context?: { arguments: Record<string, string> }
}

export interface CallOptions {
  signal?: AbortSignal
  /** Longest wait for the answer, in milliseconds. */
  timeout?: number
  onprogress?: (progress: { progress: number; total?: number | undefined }) => void
}

export interface ToolAnswer {
  isError?: boolean
  structuredContent?: Record<string, unknown>
  content: { type: string; text?: string }[]
  _meta?: Record<string, unknown>
}

/** The text of a result. */
export function resultText({ content }: ToolAnswer): string {
  return content[0]?.text ?? ''
}

export interface PromptAnswer {
  messages: { content: { text?: string } }[]
}

export interface ResourceAnswer {
  contents: { uri: string; text?: string }[]
}

/** What an elicitation says, and the signal by which the server withdraws it. */
export interface Elicitation {
  mode: string
  url?: string
  requestedSchema?: unknown
  signal: AbortSignal
}

/** What came of an elicitation; an action alone fills in nothing. */
export type Elicited = 'accept' | 'decline' | 'cancel' | { action: 'accept'; content: Fields }

type Fields = Record<string, string>

/** How the user behind a client answers a question; a client without one cannot be asked. */
export type Elicit = (message: string, elicitation: Elicitation) => Elicited | Promise<Elicited>

/** How clients show questions whose users can be asked. */
const FORMS = { elicitation: { form: {} } }

/** What a client shows that opens addresses too. */
export const ADDRESSES = { elicitation: { form: {}, url: {} } }

/** What to connect to: a command for stdio, or the address of a streamable HTTP endpoint. */
export type Target =
  | { command: string; args: string[]; env?: Record<string, string>; cwd?: string }
  | { url: string; headers?: Record<string, string> }

const me = { name: 'bellhop-tests', version: '1.0.0' }

async function connectV1(
  target: Target,
  elicit?: Elicit,
  capabilities: object = { elicitation: {} },
): Promise<McpClient> {
  const client = new ClientV1(me, elicit ? { capabilities } : {})
  if (elicit) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }, { signal }) =>
      answerBy(elicit, params, signal),
    )
  }
  const transport =
    'url' in target
      ? new StreamableHTTPClientTransportV1(new URL(target.url), {
          requestInit: { headers: target.headers ?? {} },
        })
      : new StdioClientTransportV1({ ...target, stderr: 'inherit' })
  // The v1 transport predates exactOptionalPropertyTypes.
  await client.connect(transport)
  const subscribe = async (uri: string) => {
    await client.subscribeResource({ uri })
    return async () => void (await client.unsubscribeResource({ uri }))
  }
  const onUpdated = (heard: (uri: string) => void) =>
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) =>
      heard(params.uri),
    )
  return adapt(client, {
    callTool: (call, options) => client.callTool(call, undefined, options),
    subscribe,
    onUpdated,
  })
}

async function connectV2(
  target: Target,
  mode: 'legacy' | { pin: string },
  elicit?: Elicit,
  shown: object = FORMS,
): Promise<McpClient> {
  const capabilities = elicit ? shown : {}
  const client = new Client(me, { capabilities, versionNegotiation: { mode } })
  if (elicit) {
    client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq: { signal } }) =>
      answerBy(elicit, params, signal),
    )
  }
  const transport =
    'url' in target
      ? new StreamableHTTPClientTransport(new URL(target.url), {
          requestInit: { headers: target.headers ?? {} },
        })
      : new StdioClientTransport({ ...target, stderr: 'inherit' })
  await client.connect(transport)
  const subscribe = async (uri: string) => {
    if (mode === 'legacy') {
      await client.subscribeResource({ uri })
      return async () => void (await client.unsubscribeResource({ uri }))
    }
    const listening = await client.listen({ resourceSubscriptions: [uri] })
    return async () => listening.close()
  }
  const onUpdated = (heard: (uri: string) => void) =>
    client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
      heard(params.uri),
    )
  return adapt(client, {
    callTool: (call, options) => client.callTool(call, options),
    subscribe,
    onUpdated,
  })
}

async function answerBy(
  elicit: Elicit,
  { message, ...params }: { message: string; mode?: string | undefined; url?: string },
  signal: AbortSignal,
) {
  const elicited = await elicit(message, { mode: 'form', ...params, signal } as Elicitation)
  if (typeof elicited !== 'string') return elicited
  return elicited === 'accept' && params.mode !== 'url'
    ? { action: elicited, content: {} }
    : { action: elicited }
}

interface AnyClient {
  listTools(): Promise<unknown>
  listPrompts(): Promise<unknown>
  getPrompt(prompt: { name: string; arguments: Record<string, string> }): Promise<unknown>
  listResources(): Promise<unknown>
  readResource(resource: { uri: string }): Promise<unknown>
  listResourceTemplates(): Promise<unknown>
  complete(question: Completion): Promise<unknown>
  getInstructions(): string | undefined
  close(): Promise<void>
}

interface Differing extends Pick<McpClient, 'subscribe' | 'onUpdated'> {
  callTool(call: Parameters<McpClient['callTool']>[0], options: CallOptions): Promise<unknown>
}

function adapt(client: AnyClient, { callTool, ...differing }: Differing): McpClient {
  return {
    ...differing,
    listResourceTemplates: async () =>
      (await client.listResourceTemplates()) as Awaited<
        ReturnType<McpClient['listResourceTemplates']>
      >,
    complete: async (question) =>
      (await client.complete(question)) as Awaited<ReturnType<McpClient['complete']>>,
    listTools: async () =>
      (await client.listTools()) as Awaited<ReturnType<McpClient['listTools']>>,
    callTool: async (call, options = {}) => (await callTool(call, options)) as ToolAnswer,
    getInstructions: () => client.getInstructions(),
    listPrompts: async () =>
      (await client.listPrompts()) as Awaited<ReturnType<McpClient['listPrompts']>>,
    getPrompt: async (prompt) => (await client.getPrompt(prompt)) as PromptAnswer,
    listResources: async () =>
      (await client.listResources()) as Awaited<ReturnType<McpClient['listResources']>>,
    readResource: async (resource) => (await client.readResource(resource)) as ResourceAnswer,
    close: () => client.close(),
  }
}

/** The generations of clients in use today, each with how it opens a connection. */
export const CLIENTS: readonly (readonly [
  name: string,
  connect: (target: Target, elicit?: Elicit, capabilities?: object) => Promise<McpClient>,
])[] = [
  ['v1 client, 2025 revision', connectV1],
  ['v2 client, 2025 revision', (target, ...options) => connectV2(target, 'legacy', ...options)],
  [
    'v2 client, 2026-07-28',
    (target, ...options) => connectV2(target, { pin: '2026-07-28' }, ...options),
  ],
]
