// A host of one page, in a browser: what it does with tools is done by the test (`window.callTool`).
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'

const seen = { messages: [], links: [], contexts: [], sizes: [] }
let bridge

/** Shows a page behind a proxy of another origin, as hosts in browsers must. */
async function open(html, proxy, hostContext) {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
  frame.title = 'proxy'
  const ready = new Promise((done) => {
    addEventListener('message', ({ source, data }) => {
      if (source !== frame.contentWindow) return
      if (data?.method === 'ui/notifications/sandbox-proxy-ready') done()
    })
  })
  frame.src = proxy
  document.body.replaceChildren(frame)
  await ready
  const capabilities = { serverTools: {}, openLinks: {}, updateModelContext: {}, message: {} }
  bridge = new AppBridge(null, { name: 'mini-host', version: '1' }, capabilities, { hostContext })
  const initialized = new Promise((done) => {
    bridge.oninitialized = done
  })
  bridge.oncalltool = async (params) => globalThis.callTool(params)
  bridge.onmessage = async ({ content }) => {
    seen.messages.push(content[0].text)
    return {}
  }
  bridge.onopenlink = async ({ url }) => {
    seen.links.push(url)
    return {}
  }
  bridge.onupdatemodelcontext = async ({ content }) => {
    seen.contexts.push(content[0].text)
    return {}
  }
  bridge.onsizechange = ({ height }) => {
    seen.sizes.push(height)
    frame.style.height = `${Math.min(height ?? 0, 800)}px`
  }
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow))
  await bridge.sendSandboxResourceReady({ html })
  await initialized
}

globalThis.host = {
  seen,
  open,
  input: async (args) => bridge.sendToolInput({ arguments: args }),
  result: async (result) => bridge.sendToolResult(result),
  cancel: async () => bridge.sendToolCancelled({ reason: 'user' }),
  context: async (context) => bridge.sendHostContextChange(context),
  teardown: async () => bridge.teardownResource({}),
}
