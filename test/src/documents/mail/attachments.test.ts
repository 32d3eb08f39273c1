import { expect, test } from 'vitest'
import { unpackJob } from '../../../../src/documents/unpack-job.ts'

test('an attached file is taken out of its mail by its name, and so is what that holds', async () => {
  const inner =
    'From: x@example.com\nSubject: Inner\nContent-Type: multipart/mixed; boundary=i\n\n--i\nContent-Type: text/csv\nContent-Disposition: attachment; filename=a.csv\n\na,b\n--i--'
  const mail = `From: a@example.com\nSubject: Outer\nContent-Type: multipart/mixed; boundary=o\n\n--o\nContent-Type: message/rfc822\nContent-Disposition: attachment; filename=m.eml\n\n${inner}\n--o--\n`
  const source = { bytes: Buffer.from(mail), name: 'mail.eml', contentType: 'message/rfc822' }
  const read = async (path: string): Promise<string> =>
    Buffer.from((await unpackJob({ ...source, path })).bytes).toString()
  expect(await read('m.eml')).toContain('Subject: Inner')
  expect((await read('m.eml!/a.csv')).trim()).toBe('a,b')
  await expect(read('other.csv')).rejects.toMatchObject({ code: 'not_found' })
})
