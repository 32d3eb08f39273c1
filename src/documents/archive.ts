import type { DocumentWriter } from './document-writer.ts'
import { isPlainName } from './inner-name.ts'
import type { ZipPackage } from './package/zip-package.ts'
import type { OpenedPackage } from './read-format.ts'

/** Reads the list of an archive: each file by its path within it, with its size. Nothing is unpacked. */
export async function readArchive(
  { pack, name }: OpenedPackage,
  out: DocumentWriter,
): Promise<void> {
  const names = pack.names.filter(isPlainName)
  const encrypted = names.filter((file) => pack.isEncrypted(file)).length
  out.describe({ title: name })
  sayCount(out, encrypted, 'encrypted')
  sayCount(out, pack.names.length - names.length, 'with names that cannot be asked for')
  sayCount(out, pack.repeatedNames, 'with the name of an earlier one')
  if (names.length === 0) out.add('p', 'The archive holds no files.')
  else writeTable(names, pack, out)
}

function sayCount(out: DocumentWriter, count: number, of: string): void {
  if (count > 0) out.say(`${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'} ${of}`)
}

function writeTable(names: readonly string[], pack: ZipPackage, out: DocumentWriter): void {
  out.open('table')
  out.open('tr')
  out.add('th', 'File')
  out.add('th', 'Bytes')
  out.close('tr')
  for (const file of names) {
    const bytes = pack.sizeOf(file)
    out.addFile({ name: file, bytes })
    out.open('tr')
    out.open('td')
    out.add('code', file)
    out.close('td')
    out.add('td', bytes.toLocaleString('en') + (pack.isEncrypted(file) ? ', encrypted' : ''))
    out.close('tr')
  }
  out.close('table')
}
