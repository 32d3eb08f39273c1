/** Longest JSON of what is done with a widget. */
export const SUBMESSAGE_MAX_CHARS = 10_000

/** What may be done with the widget of one message. */
export const MESSAGE_MAX_SUBMESSAGES = 5_000
