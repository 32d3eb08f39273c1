declare module 'zulip-js' {
  type Answer = Record<string, unknown> & { result: string; msg: string }
  type Call = (parameters?: Record<string, unknown>) => Promise<Answer>

  /** The parts of the client that tests use. */
  export interface Client {
    users: { me: { getProfile: Call; subscriptions: { add: Call; remove: Call } }; retrieve: Call }
    queues: { register: Call; deregister: Call }
    events: { retrieve: Call }
    messages: { send: Call; update: Call; getById: Call; flags: { add: Call }; deleteById: Call }
    reactions: { add: Call; remove: Call }
    streams: { retrieve: Call; subscriptions: { retrieve: Call }; topics: { retrieve: Call } }
    typing: { send: Call }
    server: { settings: Call }
    callEndpoint(path: string, method: string, parameters?: unknown): Promise<Answer>
  }

  const connect: (settings: { username: string; apiKey: string; realm: string }) => Promise<Client>
  export default connect
}
