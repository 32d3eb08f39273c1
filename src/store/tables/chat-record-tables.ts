import type { Generated } from 'kysely'

/** A bigint that is 0 or 1. */
export type Flag = number

/** A message whose links wait to be shown. */
export interface ChatLinkPreviewTable {
  id: Generated<number>
  message_id: number
  /** Milliseconds. */
  created_at: number
}

/** A message that was not sent yet. */
export interface ChatDraftTable {
  id: Generated<number>
  user_id: number
  /** Empty, `stream` or `private`. */
  type: string
  /** JSON: ids of a channel or of users. */
  recipients: string
  topic: string
  content: string
  /** UNIX seconds of the last edit. */
  edited_at: number
}

/** A message that is to be sent later. */
export interface ChatScheduledTable {
  id: Generated<number>
  user_id: number
  /** Name of the program that it counts as sent with. */
  client: string
  /** `stream` or `private`. */
  type: string
  /** JSON: ids of a channel or of users. */
  recipients: string
  topic: string
  content: string
  rendered: string
  /** UNIX seconds. */
  deliver_at: number
  is_read_by_sender: Flag | null
  /** Why it was not sent; null until then. */
  failure: string | null
  /** Grows with every change: the sent version is the one that was read. */
  revision: number
}

/** A saved snippet of a user. */
export interface ChatSnippetTable {
  id: Generated<number>
  user_id: number
  title: string
  content: string
  created_at: number
}

/** A view in a user's menu that was pinned, hidden or created by the user. */
export interface ChatViewTable {
  user_id: number
  fragment: string
  is_pinned: Flag
  /** Null for built-in views. */
  name: string | null
}

/** A pattern of the organization that makes links. */
export interface ChatLinkifierTable {
  id: Generated<number>
  position: number
  pattern: string
  url_template: string
  example_input: string | null
  reverse_template: string | null
  /** JSON: further templates. */
  alternatives: string
}

/** A code playground for one language. */
export interface ChatPlaygroundTable {
  id: Generated<number>
  name: string
  language: string
  url_template: string
}

/** A domain of addresses that may join. */
export interface ChatDomainTable {
  id: Generated<number>
  domain: string
  allow_subdomains: Flag
}

/** A word whose messages alert a user. */
export interface ChatAlertWordTable {
  user_id: number
  /** The word in lower case. */
  word_key: string
  word: string
}

/** A user muted by another one. */
export interface ChatMutedUserTable {
  user_id: number
  muted_id: number
  muted_at: number
}

/** A profile field of the organization. */
export interface ChatProfileFieldTable {
  id: Generated<number>
  position: number
  /** 1 short text, 2 long text, 3 choice, 4 date, 5 link, 6 users, 7 external account, 8 pronouns. */
  type: number
  name: string
  hint: string
  /** JSON: choices, or the kind of external account. */
  field_data: string
  in_summary: Flag
  is_required: Flag
  is_editable: Flag
}

/** The value of one user's profile field. */
export interface ChatProfileValueTable {
  user_id: number
  field_id: number
  /** Text; ids of users as JSON. */
  value: string
  /** HTML, for fields whose text is Markdown. */
  rendered: string | null
}

/** A setting that its user has changed personally. */
export interface ChatOwnSettingTable {
  user_id: number
  name: string
}

/** A custom emoji of the organization. */
export interface ChatEmojiTable {
  id: Generated<number>
  name: string
  author_id: number | null
  /** Path of its image on this server, and of one that does not move. */
  path: string
  still_path: string | null
  is_deactivated: Flag
}

/** A file that a user uploaded. */
export interface ChatAttachmentTable {
  id: Generated<number>
  owner_id: number
  /** Name as it is shown. */
  name: string
  /** Below `/user_uploads/`; cannot be guessed. */
  path_id: string
  /** Where the file is kept. */
  file_key: string
  bytes: number
  /** What its first bytes say, where a browser may show it. */
  media_type: string | null
  /** Of a picture whose first bytes say how large it is, in pixels. */
  width: number | null
  height: number | null
  created_at: number
  /** When the sweep first saw that no message links to it. */
  unclaimed_since: number | null
}

/** A message that links to an uploaded file. */
export interface ChatAttachmentMessageTable {
  attachment_id: number
  message_id: number
}

/** A smaller picture made of an upload. */
export interface ChatThumbnailTable {
  attachment_id: number
  /** Name of its format, e.g. `840x560.jpg`. */
  format: string
  file_key: string
  bytes: number
  media_type: string
}

/** A resumable upload. Its id is the key of the file. */
export interface ChatResumableTable {
  id: string
  owner_id: number
  name: string
  /** Announced size in bytes. */
  bytes: number
  created_at: number
  /** Set once it is complete. */
  attachment_id: number | null
}

/** A piece of a resumable upload, a file of its own until all have arrived. */
export interface ChatUploadPieceTable {
  upload_id: string
  /** Where it begins in the upload: one piece only begins there. */
  start: number
  file_key: string
  bytes: number
}

/** A file of the organization that is public, e.g. the image of an emoji. */
export interface ChatPublicFileTable {
  /** Path on this server. */
  path: string
  file_key: string
  name: string
  media_type: string
  bytes: number
}

/** A file that nothing refers to, not yet or no longer, with the space that is reserved for it. */
export interface ChatLooseFileTable {
  file_key: string
  since: number
  /** The account that is charged; 0 is the organization. */
  payer_id: number
  /** What it may take at most. */
  bytes: number
  /** Whether the file is on its way in, complete, or on its way out. */
  state: 'arriving' | 'kept' | 'going'
}

/** What the uploads take that an account is charged for; those of the organization itself are under 0. */
export interface ChatUploadSpaceTable {
  payer_id: number
  bytes: number
}

/** What the messages take that an account is charged for, with their HTML and earlier versions. */
export interface ChatMessageSpaceTable {
  payer_id: number
  bytes: number
}

/** Something that was done with the poll, list or buttons that a message is; the first of them is the widget itself. */
export interface ChatSubmessageTable {
  id: Generated<number>
  message_id: number
  sender_id: number
  msg_type: string
  /** JSON. */
  content: string
}

/** Records of users and of the organization besides messages. */
export interface ChatRecordTables {
  chat_draft: ChatDraftTable
  chat_link_preview: ChatLinkPreviewTable
  chat_scheduled: ChatScheduledTable
  chat_snippet: ChatSnippetTable
  chat_view: ChatViewTable
  chat_linkifier: ChatLinkifierTable
  chat_playground: ChatPlaygroundTable
  chat_domain: ChatDomainTable
  chat_alert_word: ChatAlertWordTable
  chat_muted_user: ChatMutedUserTable
  chat_profile_field: ChatProfileFieldTable
  chat_profile_value: ChatProfileValueTable
  chat_own_setting: ChatOwnSettingTable
  chat_emoji: ChatEmojiTable
  chat_attachment: ChatAttachmentTable
  chat_attachment_message: ChatAttachmentMessageTable
  chat_resumable: ChatResumableTable
  chat_upload_piece: ChatUploadPieceTable
  chat_public_file: ChatPublicFileTable
  chat_thumbnail: ChatThumbnailTable
  chat_loose_file: ChatLooseFileTable
  chat_upload_space: ChatUploadSpaceTable
  chat_message_space: ChatMessageSpaceTable
  chat_submessage: ChatSubmessageTable
}
