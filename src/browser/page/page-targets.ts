import { randomBytes } from 'node:crypto'
import type { Visitor } from '../../contract/browser.ts'
import type { Cdp, CdpFields } from '../cdp.ts'
import { PAGE_DIALOGS_MAX_COUNT, PAGE_POPUPS_MAX_COUNT, WINDOW } from '../limits.ts'
import { FIRST_SCRIPT } from './page-scripts.ts'
import type { PageTraffic } from './page-traffic.ts'
import { notePendingScript } from './pending-script.ts'
import type { Stops } from './stops.ts'

/** Types of requests left out where a page is only read, by the protocol's names: filters know no more of them, and refuse a list with others. */
const UNREAD = ['Image', 'Media', 'Font', 'Ping']

/** What no page needs to be seen. */
const UNSEEN = ['Media', 'Ping']

/** A document of a page that has a session of its own. */
export interface FrameSession {
  sessionId: string
  /** Id of its frame. */
  frameId: string
  /** Session of the document that it is in. */
  parentId: string
}

/** How a page is watched. */
export interface TargetOptions {
  cdp: Cdp
  browserContextId: string
  targetId: string
  stops: Stops
  traffic: PageTraffic
  userAgent: string
  /** Whether it is looked at, so that pictures and fonts are loaded. */
  isSeen: boolean
  /** For whom it is shown. */
  visitor?: Visitor | undefined
  /** Asked before a document is loaded, those after a redirect too; throws why it may not be. */
  mayOpen?: ((url: URL) => Promise<void>) | undefined
  /** Default: `FIRST_SCRIPT`; for tests of what it is for. */
  firstScript?: string | undefined
  /** Whether things are opened on it, during which it must not lead elsewhere. */
  opens?: boolean | undefined
}

/** The page, its frames and workers: each is prepared before it runs, and none opens another window. */
export class PageTargets {
  readonly #options: TargetOptions
  readonly #sessions = new Set<string>()
  readonly #stopListening: (() => void)[] = []
  readonly #countDialog: () => void
  readonly frames: FrameSession[] = []
  /** Where each document keeps what its scripts wait for. */
  readonly pendingName = `_${randomBytes(8).toString('hex')}`
  /** Session of the page itself. */
  sessionId = ''
  isReady = false
  /** Whether the page is to stay where it is. */
  isFrozen = false
  /** Why the page, or where it led, was not loaded. */
  refusal: Error | undefined

  constructor(options: TargetOptions) {
    this.#options = options
    this.#countDialog = options.stops.counter('dialogs', PAGE_DIALOGS_MAX_COUNT)
  }

  /** Attaches to the page and everything that comes with it. */
  async open(): Promise<void> {
    const { cdp, targetId } = this.#options
    this.#closeWindows()
    this.#stopListening.push(
      cdp.on('', 'Target.targetCrashed', (event) => {
        if (event['targetId'] === targetId) this.#options.stops.stop('crash')
      }),
    )
    const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: true })
    this.sessionId = String(sessionId)
    await this.#prepare(this.sessionId, 'page')
  }

  close(): void {
    for (const stop of this.#stopListening) stop()
    for (const session of this.#sessions) this.#options.cdp.forget(session)
  }

  /** Closes windows that the page opens, and workers that would outlive it. */
  #closeWindows(): void {
    const { cdp, browserContextId, targetId, stops } = this.#options
    const count = stops.counter('popups', PAGE_POPUPS_MAX_COUNT)
    const strays = new Set(['page', 'service_worker', 'shared_worker', 'other'])
    this.#stopListening.push(
      cdp.on('', 'Target.targetCreated', ({ targetInfo }) => {
        const info = targetInfo as CdpFields
        if (info['browserContextId'] !== browserContextId || info['targetId'] === targetId) return
        if (!strays.has(String(info['type']))) return
        count()
        cdp.send('Target.closeTarget', { targetId: info['targetId'] }).catch(ignore)
      }),
    )
  }

  async #prepare(sessionId: string, type: string): Promise<void> {
    const { cdp, isSeen, userAgent, mayOpen, opens, visitor } = this.#options
    const { firstScript = FIRST_SCRIPT } = this.#options
    const { dark = false, locale, timeZone } = visitor ?? {}
    this.#sessions.add(sessionId)
    const send = async (method: string, params: CdpFields = {}) =>
      cdp.send(method, params, sessionId)
    this.#listen(sessionId, type)
    const isDocument = type === 'page' || type === 'iframe'
    const types = [...(isSeen ? UNSEEN : UNREAD), ...(mayOpen || opens ? ['Document'] : [])]
    const interception = send('Fetch.enable', {
      patterns: types.map((resourceType) => ({ resourceType })),
    })
    const required = [
      ...((mayOpen || opens) && isDocument ? [interception] : []),
      send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
      }),
      ...(isDocument
        ? [
            send('Page.enable'),
            ...[firstScript, notePendingScript(this.pendingName)].map(async (source) =>
              send('Page.addScriptToEvaluateOnNewDocument', { source, runImmediately: true }),
            ),
          ]
        : [this.#prepareWorker(sessionId, firstScript)]),
    ]
    const wished = [
      send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
      interception,
      send('Emulation.setUserAgentOverride', {
        userAgent,
        ...(locale === undefined ? {} : { acceptLanguage: locale }),
      }),
      ...(locale === undefined ? [] : [send('Emulation.setLocaleOverride', { locale })]),
      ...(timeZone === undefined
        ? []
        : [send('Emulation.setTimezoneOverride', { timezoneId: timeZone })]),
      // In a network of its own a browser takes itself for offline, and pages say so in place of their text.
      ...(isDocument ? [send('Network.overrideNetworkState', ONLINE)] : []),
      ...(type === 'page' || dark ? [send('Emulation.setEmulatedMedia', mediaFor(dark))] : []),
    ]
    if (type === 'page') {
      required.push(
        send('Emulation.setDeviceMetricsOverride', metrics(WINDOW.width, WINDOW.height)),
      )
      wished.push(
        send('Network.setBypassServiceWorker', { bypass: true }),
        send('Page.setInterceptFileChooserDialog', { enabled: true }),
      )
    }
    await Promise.all([...required, ...wished.map(async (command) => command.catch(ignore))])
  }

  /** Runs the first script in a worker, and again when its own begins: some of what it has comes only then. */
  async #prepareWorker(sessionId: string, expression: string): Promise<void> {
    const { cdp } = this.#options
    const send = async (method: string, params: CdpFields = {}) =>
      cdp.send(method, params, sessionId)
    await send('Runtime.evaluate', { expression })
    cdp.on(sessionId, 'Debugger.paused', () => {
      send('Runtime.evaluate', { expression }).catch(ignore)
      send('Debugger.disable').catch(ignore)
    })
    await send('Debugger.enable')
    await send('Debugger.setInstrumentationBreakpoint', {
      instrumentation: 'beforeScriptExecution',
    })
  }

  #listen(sessionId: string, type: string): void {
    const { cdp, traffic } = this.#options
    const on = (method: string, handler: (event: CdpFields) => void): void =>
      void cdp.on(sessionId, method, handler)
    const send = (method: string, params: CdpFields): void =>
      void cdp.send(method, params, sessionId).catch(ignore)
    on('Target.attachedToTarget', (event) => this.#attach(sessionId, event))
    on('Fetch.requestPaused', (event) => {
      void this.#answerPaused(event).then(({ method, fields }) => send(method, fields))
    })
    on('Network.requestWillBeSent', (event) => traffic.requested(event))
    on('Network.responseReceived', (event) => traffic.answered(event))
    on('Network.loadingFinished', (event) => traffic.ended(event))
    on('Network.loadingFailed', (event) => traffic.ended(event))
    on('Page.javascriptDialogOpening', () => {
      this.#countDialog()
      send('Page.handleJavaScriptDialog', { accept: true })
    })
    on('Network.webSocketCreated', (event) => traffic.opened(event))
    on('Network.webSocketFrameReceived', (event) => traffic.spoke(event))
    on('Network.webSocketClosed', (event) => traffic.spoke(event))
    on('Network.eventSourceMessageReceived', (event) => traffic.spoke(event))
    on('Page.downloadWillBegin', ({ url }) => (traffic.download ??= String(url)))
    if (type !== 'page') return
    on('Page.domContentEventFired', () => (this.isReady = true))
    const { targetId } = this.#options
    on('Page.frameNavigated', ({ frame }) => {
      if ((frame as CdpFields)['id'] === targetId) this.isReady = false
    })
    // A page that leads to a file stays, though its document is never said to be whole.
    on('Page.frameStoppedLoading', ({ frameId }) => {
      if (frameId === targetId && traffic.status !== undefined) this.isReady = true
    })
  }

  /** Decides about a request that waits: types left out and documents that may not be loaded fail. */
  async #answerPaused({
    requestId,
    resourceType,
    frameId,
    request,
  }: CdpFields): Promise<{ method: string; fields: CdpFields }> {
    const { mayOpen, targetId } = this.#options
    const failed = { requestId, errorReason: 'BlockedByClient' }
    if (resourceType !== 'Document') return { method: 'Fetch.failRequest', fields: failed }
    // What is aborted leaves the page as it is; what is blocked would replace it by an error.
    const leads = frameId === targetId || String(request?.['method']) !== 'GET'
    if (this.isFrozen && leads) {
      return { method: 'Fetch.failRequest', fields: { requestId, errorReason: 'Aborted' } }
    }
    if (!mayOpen) return { method: 'Fetch.continueRequest', fields: { requestId } }
    const url = URL.parse(String(request?.['url']))
    try {
      if (url && /^https?:$/.test(url.protocol)) await mayOpen(url)
      return { method: 'Fetch.continueRequest', fields: { requestId } }
    } catch (thrown) {
      const isPage = frameId === targetId
      if (isPage) this.refusal ??= thrown instanceof Error ? thrown : new Error(String(thrown))
      return { method: 'Fetch.failRequest', fields: failed }
    }
  }

  /** Something new of the page, which waits until it is prepared. */
  #attach(parentId: string, { sessionId, targetInfo, waitingForDebugger }: CdpFields): void {
    const session = String(sessionId)
    const { type, targetId } = targetInfo as CdpFields
    if (type === 'iframe') {
      this.frames.push({ sessionId: session, frameId: String(targetId), parentId })
    }
    void this.#begin(session, String(type), waitingForDebugger === true)
  }

  async #begin(session: string, type: string, isWaiting: boolean): Promise<void> {
    try {
      await this.#prepare(session, type)
      if (!isWaiting) return
      await this.#options.cdp.send('Runtime.runIfWaitingForDebugger', {}, session)
    } catch {
      // It has gone; what is not prepared never runs.
    }
  }
}

/** The fields that say how a page is looked at. */
function mediaFor(dark: boolean): CdpFields {
  return {
    media: 'screen',
    features: [
      { name: 'prefers-reduced-motion', value: 'reduce' },
      { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
    ],
  }
}

/** A network as browsers describe one to pages: milliseconds, and bytes a second. Nothing is slowed down by it. */
const ONLINE = {
  offline: false,
  latency: 50,
  downloadThroughput: 1_250_000,
  uploadThroughput: 1_250_000,
}

/** The fields that set the size of a window. */
export function metrics(width: number, height: number, scale = 1): CdpFields {
  return { width, height, deviceScaleFactor: Math.max(1, scale), mobile: false }
}

function ignore(): void {
  // What it was for has gone.
}
