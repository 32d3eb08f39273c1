import type { z } from 'zod'
import type { chatEventSchema, clientEventSchema } from './schema/chat-events.ts'

/** A value from elsewhere that must not be changed, at any depth. */
type Immutable<T> = T extends object ? { readonly [Name in keyof T]: Immutable<T[Name]> } : T

/** An event as it is emitted and kept in the log: in the richest form, from which queues get what they asked for. */
export type EmittedEvent = Immutable<z.output<typeof chatEventSchema>>

/** An event as a client reads it. */
export type ClientEvent = Immutable<z.output<typeof clientEventSchema>>

/** Emitted events of one type. */
export type EmittedEventOf<Type extends EmittedEvent['type']> = Extract<
  EmittedEvent,
  { type: Type }
>

type NamesIn<Event> = Event extends unknown ? keyof Event : never

/**
 * Nothing, or where a payload has fields that no event of its type has, a demand that no emitter meets: where such
 * fields are spread, the compiler would let them pass.
 */
export type NoOtherFields<Event extends EmittedEvent> = [OtherFields<Event>] extends [never]
  ? unknown
  : { unknownField: OtherFields<Event> }

type OtherFields<Event extends EmittedEvent> = Event extends unknown
  ? Exclude<keyof Event, NamesIn<Alike<Event, EmittedEvent>>>
  : never

/** Events of the same type and, where that has several, of the same op. */
type Alike<Event extends EmittedEvent, Known> =
  Known extends Pick<Event, 'type'>
    ? Event extends { op: infer Op }
      ? Known extends { op: infer KnownOp }
        ? [Op & KnownOp] extends [never]
          ? never
          : Known
        : never
      : Known
    : never

type Claimed<Event extends { type: string }, Type extends Event['type']> = Type extends unknown
  ? { readonly type: Type } & {
      readonly [Name in Exclude<NamesIn<Extract<Event, { type: Type }>>, 'type' | 'id'>]?: unknown
    }
  : never

/** An event as somebody sends it: the type tells which fields there may be, not what they hold. */
export type ClaimedEvent = Claimed<EmittedEvent | ClientEvent, ClientEvent['type']>

/** An event that was heard, perhaps from another server: that may send anything, also types that are not listed here. */
export type HeardEvent = ClaimedEvent & { readonly id: number }
