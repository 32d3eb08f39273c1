import { channel } from 'node:diagnostics_channel'

/**
 * Where whoever watches this process sees the payloads of the events that one unit of work emits
 * (`EmittedEvent[]`), rolled back or not. Nobody does in production, and then nothing is done for it.
 */
export const emittedEvents = channel('bellhop:chat-events-emitted')

/** Where whoever watches this process sees what one poll of a queue answers (`ClientEvent[]`); nobody does in production. */
export const shownEvents = channel('bellhop:chat-events-shown')
