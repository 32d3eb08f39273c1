/** Path of a person's page at the site, as in `/authors/jane-doe`. */
export const authorPath =
  /^[^?#]{0,200}\/(?:authors?|contributors?|autor(?:es|en)?|auteurs?|columnists?|reporters?|journalists?)\/[^/?#]/i

/** Path of a person's page, which also other people than authors have. */
export const personPath =
  /^[^?#]{0,200}\/(?:people|person|profiles?|staff|team|users?|members?|u)\/[^/?#]|^(?:https?:\/\/[^/?#]{1,100})?\/@[\w.-]/i
/** What marks the name of a person of whom nothing says that they wrote the text. */
export const PERSON = 'person'

/** Words in class, id or itemprop of an element that shows a date. */
export const dateWords: ReadonlySet<string> = new Set([
  'date',
  'dates',
  'datetime',
  'dateline',
  'published',
  'publish',
  'pubdate',
  'posted',
  'timestamp',
  'time',
  'datum',
  'fecha',
])

/** Words in class, id, rel or itemprop of an element that names an author. */
export const authorWords: ReadonlySet<string> = new Set([
  'author',
  'authors',
  'byline',
  'bylines',
  'autor',
  'auteur',
  'writer',
  'creator',
  'username',
  'contributor',
])

/** Matches texts that contain one of the words above: most elements contain none and need no closer check. */
export const markWord =
  /author|autor|auteur|byline|writer|creator|user-?name|contributor|date|publish|posted|time|datum|fecha/i
