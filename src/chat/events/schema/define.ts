import { z } from 'zod'

/** Documentation of a kind of event, beside the shape of its fields. */
export interface EventAbout {
  /** Feature level of the public API since which there is an event of this form; 0 for what is older than levels. */
  since: number
  /** When it is sent, in one sentence. */
  sent: string
}

/** One kind of event: a type with, where it has any, its ops. */
export interface EventKind<
  Stored extends readonly z.ZodObject[] = readonly z.ZodObject[],
  ClientForms extends readonly z.ZodObject[] = readonly z.ZodObject[],
> extends EventAbout {
  /** The forms in which it is emitted and kept in the log. */
  stored: Stored
  /** The forms in which clients read it, each with the `id` that it has in their queue. */
  clientForms: ClientForms
}

/** Describes a kind of event that clients read as it is stored. */
export function defineEvent<const Forms extends readonly z.ZodObject[]>(
  about: EventAbout,
  ...forms: Forms
): EventKind<Forms, Forms> {
  return { ...about, stored: forms, clientForms: forms }
}

/** Describes a kind of event that is put into another form for clients; without a stored one, it is made for them. */
export function defineFittedEvent<
  const Stored extends readonly z.ZodObject[],
  const ClientForms extends readonly z.ZodObject[],
>(
  about: EventAbout,
  { stored, clientForms }: { stored: Stored; clientForms: ClientForms },
): EventKind<Stored, ClientForms> {
  return { ...about, stored, clientForms }
}

/** Names of records that are parts of events, for documents. */
export const eventRecords = z.registry<{ id: string }>()
