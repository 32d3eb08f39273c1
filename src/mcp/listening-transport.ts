import {
  isJSONRPCNotification,
  type JSONRPCMessage,
  ProtocolError,
  ProtocolErrorCode,
  type Transport,
} from '@modelcontextprotocol/server'
import type { Account } from '../contract/chat.ts'
import { readListen } from './listen.ts'
import { StdioTransport } from './stdio-transport.ts'
import { refuseExcess, type Subscriptions } from './subscriptions.ts'

/** Dependencies for checking listen requests. */
export interface ListeningParts {
  /** What the connection listens to. */
  subscriptions: Subscriptions
  account(program: string | undefined): Promise<Account | undefined>
}

/**
 * The transport of a stdio connection, which sees `subscriptions/listen` of 2026-07-28 clients before the SDK answers it: the SDK
 * knows neither permissions nor what to watch.
 */
export function openListeningTransport({ subscriptions, account }: ListeningParts): Transport {
  const transport = new StdioTransport()
  const start = transport.start.bind(transport)
  transport.start = async () => {
    const deliver = transport.onmessage
    transport.onmessage = (message: JSONRPCMessage) => {
      void receive(message).then(
        () => deliver?.(message),
        (thrown: unknown) => transport.send(refusal(message, thrown)).catch(() => {}),
      )
    }
    await start()
  }

  async function receive(message: JSONRPCMessage): Promise<void> {
    const listen = readListen(message)
    if (listen) {
      refuseExcess(listen.uris)
      try {
        for (const uri of listen.uris) {
          await subscriptions.add(listen.id, uri, async () => account(listen.program))
        }
      } catch (thrown) {
        subscriptions.drop(listen.id)
        throw thrown
      }
    } else if (
      isJSONRPCNotification(message) &&
      message.method === 'notifications/cancelled' &&
      message.params?.['requestId'] !== undefined
    ) {
      subscriptions.drop(message.params['requestId'])
    }
  }
  return transport
}

function refusal(message: JSONRPCMessage, thrown: unknown): JSONRPCMessage {
  const isKnown = thrown instanceof ProtocolError
  return {
    jsonrpc: '2.0',
    id: 'id' in message ? (message.id ?? 0) : 0,
    error: {
      code: isKnown ? thrown.code : ProtocolErrorCode.InternalError,
      message: isKnown ? thrown.message : 'Internal error',
    },
  }
}
