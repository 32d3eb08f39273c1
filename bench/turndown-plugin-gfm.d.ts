declare module '@joplin/turndown-plugin-gfm' {
  import type TurndownService from 'turndown'

  /** Adds tables, strikethrough, task lists and highlighted code blocks. */
  export const gfm: TurndownService.Plugin
}
