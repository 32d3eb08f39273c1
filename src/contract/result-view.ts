/** Pages that show results of tools within a host. */
export type ViewName = 'conversation' | 'question' | 'qr' | 'wallet' | 'article'

/** The page that shows the results of a tool, in hosts that show such pages (MCP Apps). `Call` is how the tool was called. */
export interface ResultView<Call> {
  name: ViewName
  /** What the page shows besides the result, and the model does not read; `fetch` calls the route of the tool in the same name. */
  more?(
    output: Readonly<Record<string, unknown>>,
    call: Call,
    fetch: (input: object) => Promise<Record<string, unknown>>,
  ): Promise<Record<string, unknown>>
}
