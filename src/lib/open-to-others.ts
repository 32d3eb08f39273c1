/** Whether users of this machine but the own one may use a file of this mode, where modes say so. */
export function isOpenToOthers(mode: number): boolean {
  return process.platform !== 'win32' && (mode & 0o077) !== 0
}
