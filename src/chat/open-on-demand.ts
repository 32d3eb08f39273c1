import type { LocalAccount } from '../contract/chat.ts'
import type { FileLocation } from '../files/location.ts'
import type { Log } from '../lib/log.ts'
import { isLoopback } from '../lib/loopback.ts'
import type { Store } from '../store/port.ts'
import type { Chat, ChatFiles } from './kernel/types.ts'
import type { FirstOwner } from './organization/bootstrap.ts'

/** Settings from which a chat is built on first use. */
export interface ChatSettings extends Pick<
  Chat,
  | 'tokens'
  | 'usesGravatar'
  | 'relay'
  | 'mail'
  | 'showLink'
  | 'serviceClient'
  | 'describeLink'
  | 'messageQuotaMib'
  | 'directoryQuotaMib'
  | 'renderingMaxMs'
> {
  openStore(): Promise<Store>
  now(): Date
  log: Log
  /** Base address under which clients reach this server. */
  url(): string
  /** Storage of uploads, and its limits. */
  files: FileLocation & Pick<ChatFiles, 'maxMib' | 'quotaMib' | 'accountQuotaMib'>
  /** Called with the first account, once in the life of a database. */
  onFirstOwner?(owner: FirstOwner): Promise<void>
}

/** A chat opened on first use; a failed attempt is retried by the next user. */
export function chatOnDemand(settings: ChatSettings): {
  open(): Promise<Chat>
  /** Notifies an account of changes at a `chat://…` address, as `WatchChat` says. */
  watch(account: LocalAccount, uri: string, changed: () => void): Promise<() => void>
  close(): void
} {
  let opening: Promise<{ chat: Chat; close(): void }> | undefined
  async function open(): Promise<Chat> {
    const attempt = (opening ??= openNow(settings))
    try {
      return (await attempt).chat
    } catch (error) {
      if (opening === attempt) opening = undefined
      throw error
    }
  }
  return {
    open,
    async watch(...what) {
      const { watchAddress } = await import('./resources/follow-resources.ts')
      return watchAddress(await open(), ...what)
    },
    close() {
      opening?.then(
        ({ close }) => close(),
        () => {},
      )
    },
  }
}

async function openNow({ openStore, files, onFirstOwner, ...parts }: ChatSettings) {
  const store = await openStore()
  const { openFiles } = await import('../files/open.ts')
  const { maxMib, quotaMib, accountQuotaMib } = files
  const chatFiles = { ...(await openFiles(files)), maxMib, quotaMib, accountQuotaMib }
  // Loaded on first use: most calls never need the chat.
  const { openChat } = await import('./open-chat.ts')
  const { bootstrap } = await import('./organization/bootstrap.ts')
  const realmHost = hostOf(parts.url())
  const opened = openChat({ ...parts, store, files: chatFiles, realmHost })
  const owner = await bootstrap(opened.chat)
  if (owner) await onFirstOwner?.(owner)
  return opened
}

/** Host name in placeholder addresses, which must not change with the address that is listened on. */
function hostOf(url: string): string {
  const { hostname } = new URL(url)
  const isEvery = hostname === '0.0.0.0' || hostname === '[::]'
  return isEvery || isLoopback(hostname) ? 'localhost' : hostname
}
