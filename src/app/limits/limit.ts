/** A limit in force, for documents. */
export interface Limit {
  meaning: string
  value: number
  unit: string
}
