/** A stylesheet of a part of the page: the build gives it an address with a hash. */
declare module '*.css' {
  export const address: string
}
