import { channel } from 'node:diagnostics_channel'

/**
 * Where whoever watches this process sees the payloads of the events that one unit of work emits
 * (`EmittedEvent[]`), rolled back or not. Nobody does in production, and then nothing is done for it.
 */
export const emittedEvents = channel('bellhop:chat-events-emitted')

/** Diagnostics channel for the answer to one poll of a queue (`ClientEvent[]`); nobody listens in production. */
export const shownEvents = channel('bellhop:chat-events-shown')
