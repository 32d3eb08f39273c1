declare module 'commonmark-spec' {
  /** The examples of the CommonMark specification; `→` stands for a tab. */
  const spec: {
    tests: { markdown: string; html: string; section: string; number: number }[]
  }
  // oxlint-disable-next-line import/no-default-export -- as the package has it.
  export default spec
}
